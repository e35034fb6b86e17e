import { escapeHtml } from './escapeHtml.ts'

/** What a public page shows first, before its program is there. */
export interface PublicStart {
  agentName: string
  /** In Markdown. */
  introduction: string
}

/** The path of a public page without a conversation. */
const startPath = /^\/public-chat\/[a-z0-9-]{3,63}(?:\/(true|false))?\/?$/
/** Blocks that aren't paragraphs, and paragraphs with more than emphasis: only the program shows these. */
const notPlain = /^\s*(?:[#>|+~=-]|\*\s|\d+[.)]|`{3}|<)|[[\]<>|\\]|\n[ \t]*[-*+>]/
const MOST_CHARACTERS = 1000

/**
 * Returns the HTML of a public page's name and the first paragraphs of its introduction, so that they are painted
 * before any script has arrived. Empty for paths of conversations.
 */
export function drawnStart(url: string, { agentName, introduction }: PublicStart): string {
  const [path = '', query = ''] = url.split('?')
  const found = startPath.exec(path)
  if (!found || new URLSearchParams(query).has('conversationId')) return ''
  const isPopup = found[1] === 'true'
  const name = `<h1 class="${isPopup ? 'hidden' : 'h1'}" dir="auto">${escapeHtml(agentName)}</h1>`
  const text = paragraphsOf(introduction).map((paragraph) => `<p>${emphasized(escapeHtml(paragraph))}</p>`)
  const shown = `<div class="md introduction public-introduction" dir="auto">${text.join('')}</div>`
  return `<div class="first-run public-start"${isPopup ? ' data-layout="Top"' : ''}><div class="first-run-body"><div class="first-run-introduction">${name}${shown}</div></div></div>`
}

/** Returns the paragraphs up to the first block that isn't plain text. */
function paragraphsOf(markdown: string): string[] {
  const blocks = markdown
    .slice(0, MOST_CHARACTERS)
    .trim()
    .split(/\n[ \t]*\n/)
  const end = blocks.findIndex((block) => notPlain.test(block))
  const whole = markdown.length > MOST_CHARACTERS ? blocks.slice(0, -1) : blocks
  return whole.slice(0, end < 0 ? whole.length : end).filter((block) => block !== '')
}

/** As wide as the program writes it, so that nothing moves. Other marks are left out. */
const emphasized = (html: string): string =>
  html.replace(/\*\*([^*]{1,200})\*\*/g, '<strong>$1</strong>').replace(/[*`]/g, '')
