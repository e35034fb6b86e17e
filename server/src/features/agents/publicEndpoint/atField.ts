import { AppError } from '../../../platform/errors.ts'

type Code = ConstructorParameters<typeof AppError>[0]

/** Returns an error that is shown at a field of the form. */
export function atField(field: string, code: Code): AppError {
  const { message } = new AppError(code)
  return new AppError(code, { fields: [{ field, message }] })
}
