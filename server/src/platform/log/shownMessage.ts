import { errors } from '@parlance/contract/errors'

/** What logs and error reports include of the messages of errors. */
export interface MessageRules {
  /** In the compliance modes Standard and Strict, only messages that can’t contain what people wrote are included. */
  areLimited: boolean
}

/** Errors of the network and of files, such as ECONNREFUSED, whose messages name addresses and paths. */
const system = /^E[A-Z0-9]{2,20}$/
/** Errors of PostgreSQL by their SQLSTATE. */
const database = /^[0-9A-Z]{5}$/
/** PostgreSQL’s errors about values, which they quote. */
const aboutValues = /^22/
const quoted = /"[^"]*"?/g

const fixed = new WeakSet<Error>()

/** Creates an error whose message contains nothing that anyone wrote, so that logs always include it. */
export function fixedError(message: string): Error {
  const error = new Error(message)
  fixed.add(error)
  return error
}

/** Returns as much of an error’s message as can be shown. */
export function shownMessage(error: Error, { areLimited }: MessageRules): string {
  const { message } = error
  // A parser quotes the text it couldn't read.
  if (error instanceof SyntaxError) return ''
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const isDatabase = database.test(code) && !system.test(code)
  if (isDatabase && (areLimited || aboutValues.test(code))) return message.replaceAll(quoted, '"…"')
  return !areLimited || isDatabase || system.test(code) || isOwn(message, code) || fixed.has(error)
    ? message
    : ''
}

/** Whether it is the message that the registry of errors has for the code. */
const isOwn = (message: string, code: string): boolean =>
  Object.hasOwn(errors, code) && errors[code as keyof typeof errors][1] === message
