import type { Plugin, Rolldown } from 'vite'

/**
 * The first screens of the signed-in page. They are requested together with the page's own scripts, not after
 * those have run.
 */
const screens = ['features/chat/ChatPage.tsx', 'features/chat/ChatNavigation.tsx']

/**
 * Adds the chat's chunks and styles to the index page's. Most visits start there, and this saves round trips.
 */
export function preloadChat(): Plugin {
  return {
    name: 'preload-chat',
    transformIndexHtml: {
      order: 'post',
      handler(html, { path, bundle }) {
        if (!path.endsWith('index.html') || !bundle) return []
        const chunks = Object.values(bundle).filter(
          (output): output is Rolldown.OutputChunk => output.type === 'chunk',
        )
        const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
        const wanted = new Set<string>()
        const styles = new Set<string>()
        const add = (file: string) => {
          if (wanted.has(file)) return
          wanted.add(file)
          for (const style of byFile.get(file)?.viteMetadata?.importedCss ?? []) styles.add(style)
          for (const next of byFile.get(file)?.imports ?? []) add(next)
        }
        for (const screen of screens) {
          const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(screen))
          if (!chunk) this.error(`There is no chunk of ${screen}.`)
          add(chunk.fileName)
        }
        const missing = (files: Set<string>) => [...files].filter((file) => !html.includes(file))
        const link = (rel: string, file: string) => ({
          tag: 'link',
          attrs: { rel, crossorigin: true, href: `/${file}`, nonce: '__NONCE__' },
          injectTo: 'head' as const,
        })
        return [
          ...missing(styles).map((file) => link('stylesheet', file)),
          ...missing(wanted).map((file) => link('modulepreload', file)),
        ]
      },
    },
  }
}
