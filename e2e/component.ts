import path from 'node:path'
import type { Page } from 'playwright-core'
import { build, type Rolldown } from 'vite'

/**
 * Shows a component of the client on its own, so that components no page uses yet are tested in a browser too.
 */
export async function showComponent(page: Page, origin: string, name: string): Promise<void> {
  const built = (await build({
    configFile: false,
    logLevel: 'error',
    // Vitest's default mode would produce a development build.
    oxc: { jsx: { runtime: 'automatic', development: false } },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      minify: false,
      target: 'es2023',
      lib: {
        entry: path.join(import.meta.dirname, `../web/src/testing/components/${name}.tsx`),
        formats: ['iife'],
        name: 'component',
      },
    },
  })) as Rolldown.RolldownOutput[]
  const [{ output }] = built as [Rolldown.RolldownOutput]
  const script = output.find((one) => one.type === 'chunk')?.code ?? ''
  const style = output.find(({ fileName }) => fileName.endsWith('.css')) as Rolldown.OutputAsset | undefined
  const body = `<!doctype html><html lang="en"><title>${name}</title><style>${style?.source ?? ''}</style><body><script>${script.replaceAll('</script', '<\\/script')}</script>`
  await page.route(`${origin}/component/**`, (route) => route.fulfill({ contentType: 'text/html', body }))
  await page.goto(`${origin}/component/${name}`)
}
