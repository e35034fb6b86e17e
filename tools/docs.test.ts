import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { lexer, type Token, walkTokens } from 'marked'
import { expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '..')
const documents = [
  'README.md',
  ...readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => path.join('docs', name)),
]

function tokensOf(file: string): Token[] {
  const tokens: Token[] = []
  walkTokens(lexer(readFileSync(path.join(root, file), 'utf8')), (token) => void tokens.push(token))
  return tokens
}

/** The anchor that a repository’s pages give a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')

function hasAnchor(file: string, anchor: string): boolean {
  return tokensOf(file).some((token) => token.type === 'heading' && anchorOf(token.text) === anchor)
}

/** Links to files and headings in this repository that don’t exist. */
function brokenLinks(file: string): string[] {
  return tokensOf(file)
    .flatMap((token): string[] => (token.type === 'link' ? [token.href] : []))
    .filter((href) => {
      if (/^[a-z]+:/i.test(href)) return false
      const [target = '', anchor = ''] = decodeURI(href).split('#')
      const linked = target === '' ? file : path.join(path.dirname(file), target)
      if (!existsSync(path.join(root, linked))) return true
      return anchor !== '' && (statSync(path.join(root, linked)).isDirectory() || !hasAnchor(linked, anchor))
    })
}

test('the documents have links to check', () => {
  const links = documents.flatMap(tokensOf).filter((token) => token.type === 'link')
  expect(links.length).toBeGreaterThan(20)
})

test.each(documents)('%s has no broken links', (file) => {
  expect(brokenLinks(file)).toEqual([])
})
