import { createHash } from 'node:crypto'

/** What no one sees, except the joiners that emoji and several languages need. */
const UNSEEN =
  /(?!\u200c|\u200d|\ufe0f)[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\u2800]/gu

/** Returns a text as it is stored: on one line, and without characters that the person couldn’t check. */
export const memoryText = (text: string): string =>
  text.replaceAll(UNSEEN, ' ').replaceAll(/\s+/g, ' ').trim()

/** Returns a hash that is the same for texts that differ only in case, width, or a final full stop. */
export const textHashOf = (text: string): Buffer =>
  createHash('sha256')
    .update(
      text
        .normalize('NFKC')
        .toLowerCase()
        .replace(/[.!؟?。]$/u, '')
        .trim(),
    )
    .digest()
