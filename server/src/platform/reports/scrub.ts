/** Program errors can quote an identifier. Anything else quoted may be something a user wrote. */
const ofProgram = /^(Type|Reference)Error$/
const NAME = /^[\w.$-]{1,40}$/
const quoted = /"[^"]*"?|'[^']*'?|`[^`]*`?|“[^”]*”?/g
const tokens = /\b(eyJ|sk-|Bearer\s)[\w.~+/=-]{8,}/g
const addresses = /\b[a-z][a-z0-9+.-]*:\/\/[^\s'"`)]+/gi
const MOST_MESSAGE = 500
const MOST_FRAMES = 50

/**
 * Removes what people wrote from a message: quoted text, URL queries, tokens, and email addresses. A parser's
 * message contains the text it couldn't read, so it is removed completely.
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
 * Matches `at name (file:1:2)`, or `name@file:1:2` in Firefox and Safari, with single blanks. If blanks could
 * belong to either part, a line of nothing but blanks would match in too many ways.
 */
const frame = /^(?:at )?(?:async )?(?:([\w.$<>[\] ]{1,120}?)[(@])?(\S{1,1000}?):(\d{1,9}):(\d{1,9})\)?$/

/**
 * Returns the frames of a stack, innermost last, with paths relative to the project. The message is excluded.
 */
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

/**
 * Removes the host, the installation folder, and the query: they say where the code runs, not what is wrong.
 */
function ownFile(file: string): string {
  const path = URL.canParse(file) ? new URL(file).pathname : (file.split(/[?#]/)[0] ?? '')
  return (
    /(?:^|\/)((?:assets|node_modules|server|contract|web)\/.*)$/.exec(path)?.[1] ?? path.replace(/^.*\//, '')
  )
}
