import { limits } from '@parlance/contract/limits'
import { AppError } from '../../platform/errors.ts'
import type { Section } from './contentHash.ts'

/** Throws if sections are too long together. Readers get all of them at once, and every change of a draft reads them. */
export function demandShort(field: string, sections: readonly Pick<Section, 'text'>[]): void {
  const characters = sections.reduce((sum, { text }) => sum + [...text].length, 0)
  if (characters <= limits.guidelinesText) return
  const message = `The sections have ${characters} characters in total. Use ${limits.guidelinesText} or fewer.`
  throw new AppError('request.invalid', { fields: [{ field, message }] })
}
