import { limits } from '@parlance/contract/limits'
import { cutTo } from '../../../platform/language/cutTo.ts'

/** Returns a description as one line that Markdown can have between the brackets of an image: without backticks. */
export const altText = (text: string): string =>
  cutTo(
    text.toWellFormed().replaceAll('\u0000', '').replaceAll('`', "'").replaceAll(/\s+/g, ' ').trim(),
    limits.imageAlt,
  )
