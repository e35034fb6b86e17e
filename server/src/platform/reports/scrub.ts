/** What a fault of the program's own text may quote: a name out of it. Everything else may be what somebody wrote. */
const ofProgram = /^(Type|Reference)Error$/
const NAME = /^[\w.$-]{1,40}$/
const quoted = /"[^"]*"?|'[^']*'?|`[^`]*`?|“[^”]*”?/g
const tokens = /\b(eyJ|sk-|Bearer\s)[\w.~+/=-]{8,}/g
const addresses = /\b[a-z][a-z0-9+.-]*:\/\/[^\s'"`)]+/gi
const MOST_MESSAGE = 500
const MOST_FRAMES = 50

/**
 * A message without what people wrote: what it quotes, queries of addresses, tokens, and addresses of mail. A parser's message is the text that it could not read, so nothing of it is left.
 */
export function scrubMessage(type: string, message: string): string {
  if (type === 'SyntaxError') return ''
  return message
    .replace(tokens, '…')
    .replace(addresses, (address) => address.split(/[?#]/)[0] ?? '')
    .replace(/\S+@\S+/g, '…')
    .replace(quoted, (text) => (ofProgram.test(type) && NAME.test(text.slice(1, -1)) ? text : '"…"'))
    .slice(0, MOST_MESSAGE)
}

export interface Frame {
  function: string
  filename: string
  lineno: number
  colno: number
}

/**
 * `at name (file:1:2)`, or `name@file:1:2` as Firefox and Safari have it, with single blanks: where blanks could be of one
 * part or of the next, a line of nothing else would be read in all those ways.
 */
const frame = /^(?:at )?(?:async )?(?:([\w.$<>[\] ]{1,120}?)[(@])?(\S{1,1000}?):(\d{1,9}):(\d{1,9})\)?$/

/** The frames of a stack, the innermost last, with files as the program knows them. The message is no part of it. */
export function framesOf(stack: string): Frame[] {
  const frames: Frame[] = []
  for (const line of stack.split('\n')) {
    const match = frame.exec(line.replaceAll(/\s+/g, ' ').trim())
    if (!match || frames.length === MOST_FRAMES) continue
    const [, name = '', file = '', lineno, colno] = match
    frames.unshift({
      function: name.trim() || '?',
      filename: ownFile(file),
      lineno: Number(lineno),
      colno: Number(colno),
    })
  }
  return frames
}

/** Without the host, the folder of the installation and the query: they say where it runs, not what is wrong. */
function ownFile(file: string): string {
  const path = URL.canParse(file) ? new URL(file).pathname : (file.split(/[?#]/)[0] ?? '')
  return (
    /(?:^|\/)((?:assets|node_modules|server|contract|web)\/.*)$/.exec(path)?.[1] ?? path.replace(/^.*\//, '')
  )
}
