import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { withoutElk } from './build/withoutElk.ts'

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The page of the sandboxed frame that draws diagrams. It shares nothing with the other pages. */
export default defineConfig({
  root: file('.'),
  base: '/frames/',
  plugins: [withoutElk()],
  build: {
    outDir: 'dist/frames',
    assetsDir: 'assets',
    emptyOutDir: true,
    copyPublicDir: false,
    manifest: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    rolldownOptions: { input: { diagram: file('diagram.html') } },
  },
})
