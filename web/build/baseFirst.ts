import type { Plugin } from 'vite'

/**
 * Moves a page's base style before its others. The build puts it after the styles of the chunks, where a base
 * class would override a feature's class of the same specificity.
 */
export function baseFirst(style: string): Plugin {
  let file: string | undefined
  return {
    name: 'base-first',
    renderChunk: {
      order: 'post',
      handler(_code, { moduleIds, viteMetadata }) {
        if (moduleIds.some((id) => id.endsWith(style))) [file] = viteMetadata?.importedCss ?? []
        return null
      },
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (!bundle) return html
        if (!file) this.error(`No chunk has ${style}.`)
        const name = file
        const links = html.match(/<link rel="stylesheet"[^>]*>/g) ?? []
        const base = links.find((link) => link.includes(name))
        if (!base || !links[0] || links[0] === base) return html
        return html.replace(base, '').replace(links[0], `${base}\n    ${links[0]}`)
      },
    },
  }
}
