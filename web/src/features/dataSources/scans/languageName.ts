import { localeOf } from '../../../lang/format.ts'

/** Returns the name of a Tesseract language pack, such as `eng` or `chi_sim`, or the pack’s own name. */
export function languageName(pack: string): string {
  const [code = pack] = pack.split('_')
  try {
    const name = new Intl.DisplayNames([localeOf()], { type: 'language' }).of(code) ?? code
    return code === pack ? name : `${name} (${pack})`
  } catch {
    // Some packs have no code of a language.
    return pack
  }
}
