import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The script that other sites include. It is one file with a fixed name, built after the pages. */
export default defineConfig({
  root: file('.'),
  build: {
    outDir: 'dist/embed',
    emptyOutDir: true,
    target: 'es2022',
    copyPublicDir: false,
    lib: {
      entry: file('src/entries/widget.ts'),
      formats: ['iife'],
      name: 'parlanceWidget',
      fileName: () => 'widget.js',
    },
  },
})
