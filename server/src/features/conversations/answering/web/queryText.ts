import { cutTo } from '../../../../platform/language/cutTo.ts'

const QUERY_CHARACTERS = 300

/** Returns a query as it is shown and sent: short, on one line, and without characters that no one sees. */
export const queryText = (text: string): string =>
  cutTo(
    text
      .replaceAll(/[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\u2800]+/gu, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
    QUERY_CHARACTERS,
  )
