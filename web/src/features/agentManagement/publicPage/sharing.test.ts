import { expect, test } from 'vitest'
import { embedSnippet, qrCode, qrFile, widgetSnippet } from './sharing.ts'

test('the code to embed a page is complete, and its title can’t leave its attribute', () => {
  expect(embedSnippet({ url: 'https://chat.example/public-chat/help', title: 'Help "& <more>' })).toBe(
    '<iframe src="https://chat.example/public-chat/help/true" title="Help &quot;&amp; &lt;more&gt;" sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads" style="border:0;width:360px;height:560px"></iframe>',
  )
})

test('the script names the page, a readable color, and the language, and its label can’t leave its attribute', () => {
  const code = { url: 'https://chat.example/public-chat/help', slug: 'help', label: 'Help "& <more>' }
  expect(widgetSnippet({ ...code, color: '#0a3d62', language: null })).toBe(
    '<script src="https://chat.example/embed/widget.js" data-page="help" data-color="#0a3d62" data-label="Help &quot;&amp; &lt;more&gt;" defer></script>',
  )
  expect(widgetSnippet({ ...code, label: 'Help', color: '#ffdd55', language: 'ar' })).toBe(
    '<script src="https://chat.example/embed/widget.js" data-page="help" data-color="#ffdd55" data-text-color="#000000" data-label="Help" data-language="ar" defer></script>',
  )
  expect(widgetSnippet({ ...code, label: 'Help', color: undefined, language: null })).toBe(
    '<script src="https://chat.example/embed/widget.js" data-page="help" data-label="Help" defer></script>',
  )
})

test('a QR code has its margin and finder patterns, and its file the same modules', async () => {
  const code = qrCode('https://chat.example/public-chat/help')
  // Version 3 has 29 modules, with a margin of 4 on each side.
  expect(code.size).toBe(37)
  const dark = new Set([...code.path.matchAll(/M(\d+) (\d+)h/g)].map(([, x, y]) => `${x} ${y}`))
  for (const [x, y] of [
    [4, 4],
    [26, 4],
    [4, 26],
  ] as const) {
    const row = (line: number) => [0, 1, 2, 3, 4, 5, 6].map((at) => Number(dark.has(`${x + at} ${y + line}`)))
    expect(row(0)).toEqual([1, 1, 1, 1, 1, 1, 1])
    expect(row(1)).toEqual([1, 0, 0, 0, 0, 0, 1])
    expect(row(3)).toEqual([1, 0, 1, 1, 1, 0, 1])
  }
  expect([...dark].some((at) => at.startsWith('3 ') || at.endsWith(' 3'))).toBe(false)
  const file = await qrFile(code).text()
  expect(file).toContain(`<path d="${code.path}"/>`)
  expect(qrFile(code).type).toBe('image/svg+xml')
})
