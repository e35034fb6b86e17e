import type { Locator, Page } from 'playwright-core'

export interface TestFile {
  name: string
  content: string | Buffer
  type?: string
}

/** Drops files like a user: drags them in, moves over the target, and releases. */
export async function drop(page: Page, target: Locator, ...files: TestFile[]): Promise<void> {
  const carried = files.map(({ name, content, type = '' }) => ({
    name,
    type,
    base64: Buffer.from(content).toString('base64'),
  }))
  const transfer = await page.evaluateHandle(
    `(() => { const carried = new DataTransfer(); for (const { name, type, base64 } of ${JSON.stringify(carried)}) carried.items.add(new File([Uint8Array.from(atob(base64), (one) => one.charCodeAt(0))], name, { type })); return carried })()`,
  )
  for (const event of ['dragenter', 'dragover', 'drop'])
    await target.dispatchEvent(event, { dataTransfer: transfer })
}

/** A file in the format that a file chooser accepts. */
export const chosen = ({ name, content, type = 'application/octet-stream' }: TestFile) => ({
  name,
  mimeType: type,
  buffer: Buffer.from(content),
})
