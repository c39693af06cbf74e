import type { TargetDialect } from '../../../config/target-dialects/index.ts';
import type { TranslatedEndpoint } from '../../../config/translation-settings.ts';

/** What clients speak that are served by translation. */
export type ClientDialect = TranslatedEndpoint;

/** What backends are asked in; the words are those of `via`. */
export type BackendDialect = TargetDialect;
