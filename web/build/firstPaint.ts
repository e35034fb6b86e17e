import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/**
 * Adds to every page what its first paint needs before any module runs. That is a placeholder for the brand's
 * theme variables, with the page's nonce, and the small blocking script that sets the stored mode and language.
 */
export function firstPaint(script: string): Plugin {
  const code = readFileSync(script, 'utf8')
  const file = `assets/first-${createHash('sha256').update(code).digest('base64url').slice(0, 8)}.js`
  return {
    name: 'first-paint',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: file, source: code })
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { path }) {
        if (path.endsWith('redirect.html')) return []
        return [
          { tag: 'style', attrs: { nonce: '__NONCE__' }, children: '__BRAND_STYLE__', injectTo: 'head' },
          // Inert data, which no policy executes: the brand for the application.
          {
            tag: 'script',
            attrs: { type: 'application/json', id: 'brand' },
            children: '__BRAND_JSON__',
            injectTo: 'head',
          },
          { tag: 'link', attrs: { rel: 'icon', href: '__BRAND_ICON__' }, injectTo: 'head' },
          // Before all other scripts, so that its requests run alongside them.
          { tag: 'script', attrs: { src: `/${file}` }, injectTo: 'head-prepend' },
        ]
      },
    },
  }
}
