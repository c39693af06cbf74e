import type { TargetDialect } from '../../../config/target-dialects/index.ts';
import type { TranslatedEndpoint } from '../../../config/translation-settings.ts';

/** The client dialects that are served by translation. */
export type ClientDialect = TranslatedEndpoint;

/** The dialects of backends; the words are those of `via`. */
export type BackendDialect = TargetDialect;
