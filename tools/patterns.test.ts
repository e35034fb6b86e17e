import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { analyse } from 'scslre'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '..')

interface Pattern {
  file: string
  /** Null if it is created at run time. */
  source: string | null
  flags: string
}

/** Patterns that take quadratic time for long text, and why they never get one. */
const bounded: Record<string, string> = {
  'server/src/config/config.ts': 'URLs from the settings',
  'server/src/engines/anthropic.ts': 'URLs from the settings',
  'server/src/engines/azureOpenai.ts': 'URLs from the settings',
  'server/src/engines/chatCompletions.ts': 'URLs from the settings',
  'server/src/engines/builtin/answerByExtraction.ts': 'one sentence',
  'server/src/engines/builtin/standaloneQuestion.ts': 'one word',
  'server/src/features/conversations/history/written.ts':
    'one line, in which nothing can fail after the marker',
  'server/src/features/conversations/afterAnswers/generatedTitle.ts': 'a title cut to its maximum length',
  'server/src/features/knowledge/extraction/pdf/paragraphs.ts':
    'one line of a page, in a process with limits on time and memory',
  'server/src/features/knowledge/typedTables/sqlText.ts':
    'a query of at most 4,000 characters, in which nothing can fail after a quote',
  'server/src/features/knowledge/typedTables/values.ts': 'a cell of at most 40 characters',
  'server/src/features/agentSetups/site/pageFile.ts': 'the first kilobyte of a page',
  'server/src/platform/http/networkOfAddress.ts': 'the address of a connection',
  'server/src/platform/reports/scrub.ts': 'a message of at most 1,000 characters',
  'web/src/features/brands/brandForm.ts': 'a brand key, in the user’s own browser',
  'web/src/features/shell/scrolling.ts': 'the path of a page',
  'web/src/ui/markdown/Blocks.ts': 'one line, in which nothing can fail after the marker',
  'web/src/ui/markdown/OpenCode.tsx': 'the end of a streamed text',
  'web/src/ui/markdown/renderInline.tsx': 'cuts text where a match always follows',
}
/** Patterns created at run time, and what they consist of. */
const created: Record<string, string> = {
  'contract/src/brandKey.ts': 'a constant grammar',
  'web/src/features/brands/brandForm.ts': 'a constant grammar',
  'server/src/directory/texts.ts': 'the name of a product cookie',
  'server/src/engines/refusals.ts': 'names of request parameters',
  'server/src/features/conversations/history/plain.ts': 'the search text, escaped',
  'web/src/features/chatModel/markedText.ts': 'the search text, escaped',
  'server/src/features/knowledge/documents/citedDocument.ts':
    'the words of a quote, escaped and separated by spaces',
  'server/src/features/knowledge/extraction/code/sourceCode.ts': 'a constant grammar',
  'server/src/features/knowledge/typedTables/values.ts': 'a constant grammar',
  'server/src/features/knowledge/retrieval/sectionQuestion.ts': 'a constant grammar',
  'server/src/features/performanceTests/generating/rules/amounts.ts': 'a constant grammar',
  'server/src/features/performanceTests/generating/rules/arabic.ts': 'a constant grammar',
  'server/src/features/performanceTests/generating/rules/english.ts': 'a constant grammar',
  'server/src/features/performanceTests/generating/rules/german.ts': 'a constant grammar',
  'server/src/platform/http/pages.ts': 'the names of page sections',
  'server/src/platform/language/scripts.ts': 'names of Unicode scripts',
  'web/src/ui/markdown/Blocks.ts': 'the characters of a code fence',
  'contract/src/markdown/lexer.ts': 'a constant grammar',
}

function filesBelow(folder: string): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = `${folder}/${entry.name}`
    if (entry.isDirectory()) return /^(node_modules|dist|testing)$/.test(entry.name) ? [] : filesBelow(name)
    return /(?<!\.test)\.tsx?$/.test(entry.name) ? [name] : []
  })
}

/** Returns the patterns of a file, found in its syntax tree. */
function patternsOf(file: string): Pattern[] {
  const found: Pattern[] = []
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const { type, regex, callee } = node as {
      type?: string
      regex?: { pattern: string; flags: string }
      callee?: { name?: string }
    }
    if (type === 'Literal' && regex) found.push({ file, source: regex.pattern, flags: regex.flags })
    else if ((type === 'NewExpression' || type === 'CallExpression') && callee?.name === 'RegExp')
      found.push({ file, source: null, flags: '' })
    for (const part of Object.values(node)) visit(part)
  }
  visit(parseSync(file, readFileSync(path.join(root, file), 'utf8')).program)
  return found
}

const patterns = ['contract/src', 'server/src', 'web/src'].flatMap(filesBelow).flatMap(patternsOf)

test('[S16] no pattern takes exponential time, and slow ones never get long text', () => {
  const literals = patterns.filter(({ source }) => source !== null)
  expect(literals.length).toBeGreaterThan(300)
  const slow = literals.flatMap(({ file, source, flags }) => {
    const { reports } = analyse({ source: source ?? '', flags })
    const isWorse = reports.some(({ exponential, type }) => exponential || type === 'Self')
    return isWorse || (reports.length > 0 && !bounded[file]) ? [`${file}: /${source}/${flags}`] : []
  })
  expect(slow).toEqual([])
})

test('[S16] no pattern is built from user input', () => {
  const files = [...new Set(patterns.filter(({ source }) => source === null).map(({ file }) => file))]
  expect(files.filter((file) => !created[file])).toEqual([])
})

test('[S16] a slow pattern is detected', () => {
  for (const source of ['^(a+)+$', '^(?:a*)*b', '^\\s*\\s*x']) {
    expect(analyse({ source, flags: '' }).reports.length).toBeGreaterThan(0)
  }
})
