import { createRequire } from 'node:module';
import { awsLibrary, awsLibraryVersion } from '../../../lib/packages/aws-library.ts';
import { RenewalFailure } from '../source.ts';

/** Keys as Amazon's provider gives them. Secrets. */
export interface AwsIdentity {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
  readonly expiration?: Date;
  readonly accountId?: string;
}

/** The library's log. It may hold secrets. */
export interface AwsLogger {
  debug(...said: unknown[]): void;
  info(...said: unknown[]): void;
  warn(...said: unknown[]): void;
  error(...said: unknown[]): void;
}

/** Of the clients with which it asks Amazon. */
interface ClientOptions {
  readonly region?: string;
  readonly maxAttempts: number;
  readonly requestHandler: {
    readonly connectionTimeout: number;
    readonly requestTimeout: number;
    readonly throwOnRequestTimeout: boolean;
  };
}

/** Of each request to Amazon's services, in milliseconds; a renewal as a whole is bounded by whoever asks for it. */
export const boundedClient = {
  maxAttempts: 2,
  requestHandler: { connectionTimeout: 3000, requestTimeout: 8000, throwOnRequestTimeout: true },
} as const satisfies ClientOptions;

/** The options of its providers. */
export interface ProviderOptions {
  readonly profile?: string;
  readonly configFilepath?: string;
  readonly filepath?: string;
  /** Files that were read once are read again. */
  readonly ignoreCache: true;
  readonly logger: AwsLogger;
  readonly clientConfig: ClientOptions;
  /** The endpoint of a container or an instance is not asked again: whoever asks for a renewal does that. */
  readonly maxRetries: 0;
  /** The defaults below `clientConfig` and the profile. */
  readonly parentClientConfig: { readonly region: string };
}

export type MakeProvider = (options: ProviderOptions) => () => Promise<AwsIdentity>;

type RoleAssumer = (
  keys: AwsIdentity,
  parameters: {
    readonly RoleArn: string;
    readonly RoleSessionName: string;
    readonly ExternalId: string | undefined;
    readonly DurationSeconds: number;
  },
) => Promise<AwsIdentity>;

/** The parts of Amazon's provider, loaded when one is asked for. */
export class AwsLibrary {
  readonly #require: NodeJS.Require;

  /**
   * @param beside The file that looks for it.
   * @throws RenewalFailure where it is not installed, which is left to the operator: it is large
   */
  constructor(beside: string = import.meta.filename) {
    try {
      const path = createRequire(beside).resolve(awsLibrary);
      this.#require = createRequire(path);
      // package.json decides the loaded version: a warning about later ones is of no use to readers of the log.
      process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';
    } catch (cause) {
      throw new RenewalFailure(
        'library_missing',
        `auth.aws needs ${awsLibrary}, which is not installed: npm i ${awsLibrary}@${awsLibraryVersion}`,
        { isLasting: true, cause },
      );
    }
  }

  get chain(): MakeProvider {
    return this.#require(awsLibrary).defaultProvider;
  }

  get env(): MakeProvider {
    return this.#require('@aws-sdk/credential-provider-env').fromEnv;
  }

  get profile(): MakeProvider {
    return this.#require('@aws-sdk/credential-provider-ini').fromIni;
  }

  get webIdentity(): MakeProvider {
    return this.#require('@aws-sdk/credential-provider-web-identity').fromTokenFile;
  }

  get container(): MakeProvider {
    return this.#require('@aws-sdk/credential-provider-http').fromHttp;
  }

  get instance(): MakeProvider {
    return this.#require('@smithy/credential-provider-imds').fromInstanceMetadata;
  }

  get roleAssumer(): (
    options: ClientOptions & { readonly credentialProviderLogger: AwsLogger },
  ) => RoleAssumer {
    const profiles = createRequire(this.#require.resolve('@aws-sdk/credential-provider-ini'));
    return profiles('@aws-sdk/nested-clients/sts').getDefaultRoleAssumer;
  }
}
