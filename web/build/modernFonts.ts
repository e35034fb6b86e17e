import type { Plugin } from 'vite'

/** Removes old font formats from the formula style sheet, because every supported browser reads woff2. */
export function modernFonts(): Plugin {
  return {
    name: 'modern-fonts',
    enforce: 'pre',
    transform(code, id) {
      if (!id.includes('katex/dist/katex') || !/\.css(?:$|\?)/.test(id)) return null
      return code.replace(/,\s*url\([^)]*\.(?:woff|ttf)\)\s*format\(["'](?:woff|truetype)["']\)/g, '')
    },
  }
}
