import hljs from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import csharp from 'highlight.js/lib/languages/csharp'
import css from 'highlight.js/lib/languages/css'
import java from 'highlight.js/lib/languages/java'
import json from 'highlight.js/lib/languages/json'
import python from 'highlight.js/lib/languages/python'
import sql from 'highlight.js/lib/languages/sql'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import yaml from 'highlight.js/lib/languages/yaml'
import type { ColoredText } from './highlight.ts'

const languages = { bash, csharp, css, java, json, python, sql, typescript, xml, yaml }
for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language)

/** Maps the highlighter's many scopes to the five colors of the design. */
const kinds: Record<string, ColoredText['kind']> = {
  keyword: 'keyword',
  built_in: 'function',
  type: 'function',
  literal: 'number',
  number: 'number',
  operator: undefined,
  string: 'string',
  regexp: 'string',
  symbol: 'number',
  title: 'function',
  attr: 'keyword',
  attribute: 'keyword',
  name: 'keyword',
  tag: undefined,
  comment: 'comment',
  doctag: 'comment',
  meta: 'comment',
  variable: 'number',
  'selector-tag': 'keyword',
  'selector-class': 'function',
  'selector-id': 'function',
  bullet: 'number',
  quote: 'comment',
}

const references: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }
const piece = /<span class="([^"]*)">|<\/span>|&(amp|lt|gt|quot|#x27);|[^<&]+/g

/**
 * Splits code into runs of one color. The highlighter returns HTML, which is read as data and never becomes
 * elements.
 */
export function color(text: string, language: string): ColoredText[] {
  const html = hljs.highlight(text, { language, ignoreIllegals: true }).value
  const open: ColoredText['kind'][] = []
  const parts: ColoredText[] = []
  for (const [whole, scope, reference] of html.matchAll(piece)) {
    if (scope !== undefined) {
      const name = scope.split(' ')[0]!.replace(/^hljs-/, '')
      open.push(name in kinds ? kinds[name] : open.at(-1))
    } else if (whole === '</span>') open.pop()
    else add(parts, reference ? references[reference]! : whole, open.at(-1))
  }
  return parts
}

function add(parts: ColoredText[], text: string, kind: ColoredText['kind']) {
  const last = parts.at(-1)
  if (last && last.kind === kind) last.text += text
  else parts.push(kind ? { text, kind } : { text })
}
