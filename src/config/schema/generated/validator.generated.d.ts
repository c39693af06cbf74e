// Made from schemas/gateway.schema.json by `npm run generate`; do not edit.
import type { GatewayFile, IncludedFile, KeysFile, TestsFile } from './file.generated.ts';

export interface ShapeError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** Set where the name of a property is at fault, not its value. */
  readonly propertyName?: string;
}

export interface Validator<File> {
  (data: unknown): data is File;
  /** Of the last call. */
  errors: readonly ShapeError[] | null;
}

export const validateFile: Validator<GatewayFile>;
export const validateKeysFile: Validator<KeysFile>;
export const validateIncludedFile: Validator<IncludedFile>;
export const validateTestsFile: Validator<TestsFile>;
