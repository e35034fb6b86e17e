import { createHmac } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import { AppError } from '../../../platform/errors.ts'
import type { Log } from '../../../platform/log/log.ts'
import { harness } from '../../../platform/sandbox/interpreter.ts'
import { Allowance, readMessages } from '../../../platform/sandbox/messages.ts'
import { type CellEnd, Received } from '../../../platform/sandbox/received.ts'
import type { GivenFile } from '../givenFiles.ts'
import { inOrder } from '../inOrder.ts'
import type { SessionCell, SessionEnd, Sessions } from '../sessions.ts'
import type { AzureService } from './azureService.ts'

/** The most bytes of files that a session is given, as in our own sandbox. */
const MOST_GIVEN = 500 * 2 ** 20
/** Beside the time of a cell: to load libraries, and to write what it shows. */
const EXTRA_SECONDS = 20
const LOOK_SECONDS = 30
/** Cells that this process runs at once. Each can hold a file, and what a cell shows. */
const MOST_AT_ONCE = 8
/** Conversations whose sessions this process has used or replaced. */
const MOST_KNOWN = 10_000

const HARNESS = 'parlance-harness.py'
/** What our own code prints, on a line of its own. */
const MARK = 'parlance:'

const quoted = (value: unknown) => JSON.stringify(JSON.stringify(value))

/** Says which files a session has, or null if it is new. */
const LOOK = `import json, sys
_harness = sys.modules.get('parlance_harness')
print('\\n${MARK}' + json.dumps(None if _harness is None else _harness.known))`

const runCode = (number: number, code: string, seconds: number, given: Record<string, string>) =>
  `import importlib.util, json, sys
if 'parlance_harness' not in sys.modules:
    _spec = importlib.util.spec_from_file_location('parlance_harness', '/mnt/data/${HARNESS}')
    sys.modules['parlance_harness'] = importlib.util.module_from_spec(_spec)
    _spec.loader.exec_module(sys.modules['parlance_harness'])
sys.modules['parlance_harness'].run_in_session(${number}, json.loads(${quoted(code)}), ${seconds}, json.loads(${quoted(given)}))
print('\\n${MARK}"done"')`

/** Removes what a conversation left in its session. */
const CLEAR = `import os, shutil, sys
sys.modules.pop('parlance_harness', None)
for _name in os.listdir('/mnt/data'):
    _path = os.path.join('/mnt/data', _name)
    shutil.rmtree(_path) if os.path.isdir(_path) and not os.path.islink(_path) else os.remove(_path)`

interface Needs {
  service: AzureService
  /** Without it, the names of sessions can’t be found out from conversations. */
  key: Buffer
  log: Pick<Log, 'warn'>
}

/**
 * Runs the cells of conversations in sessions of a provider, one for each conversation, by the same program as in our own
 * sandbox. All replicas find the same session. Output comes once a cell has ended. A cell that is stopped can’t be
 * interrupted there, so its session isn’t used again.
 */
export function createAzureSessions({ service, key, log }: Needs): Sessions {
  /** How often the session of a conversation has been given up, if it was. */
  const generations = new Map<string, number>()
  const used = new Set<string>()
  const cells = inOrder()
  let number = 0
  let running = 0

  const nameOf = (conversationId: string) =>
    `parlance-${createHmac('sha256', key)
      .update(`${conversationId} ${generations.get(conversationId) ?? 0}`)
      .digest('hex')}`

  function giveUp(conversationId: string): void {
    const next = (generations.get(conversationId) ?? 0) + 1
    generations.delete(conversationId)
    generations.set(conversationId, next)
    for (const [oldest] of generations) if (generations.size > MOST_KNOWN) generations.delete(oldest)
  }

  /** Uploads the program and files to a session. Returns their names by what they are uploaded as. */
  async function give(session: string, files: readonly GivenFile[], isNew: boolean, signal: AbortSignal) {
    if (isNew) await service.upload(session, HARNESS, await readFile(harness), signal)
    const given: Record<string, string> = {}
    const notGiven: string[] = []
    let bytes = 0
    for (const { fileId, name, size, read } of files) {
      bytes += size
      if (bytes > MOST_GIVEN) {
        notGiven.push(name)
        continue
      }
      await service.upload(session, `parlance-${fileId}`, await buffer(read()), signal)
      given[fileId] = name
    }
    return { given, notGiven }
  }

  async function runNow(cell: SessionCell): Promise<SessionEnd> {
    const { conversationId, code, seconds, files, signal, on } = cell
    const session = nameOf(conversationId)
    used.add(conversationId)
    for (const oldest of used) if (used.size > MOST_KNOWN) used.delete(oldest)
    const known = Known.parse(printed(await service.execute(session, LOOK, LOOK_SECONDS, signal)))
    const isNew = known === null
    // It still has what its own cells wrote.
    const wanted = (await files()).filter(
      ({ fileId, wasWritten }) => isNew || (!wasWritten && !known.includes(fileId)),
    )
    const { given, notGiven } = await give(session, wanted, isNew, signal)
    number += 1
    const own = number
    const began = performance.now()
    const output = await service.execute(
      session,
      runCode(own, code, seconds, given),
      seconds + EXTRA_SECONDS,
      signal,
    )
    const ms = Math.round(performance.now() - began)
    const end: CellEnd =
      printed(output) === 'done'
        ? await readEnd(await service.download(session, `parlance-messages-${own}`, signal), on)
        : { outcome: 'Lost', error: '', files: [], leftOut: [] }
    if (end.outcome.endsWith('Lost')) giveUp(conversationId)
    return { ...end, isNew, notGiven, ms }
  }

  /** Says what a failure means for the cell. Returns null if all sessions are busy. */
  function endAfter(cell: SessionCell, cause: unknown, ms: number): SessionEnd | null {
    giveUp(cell.conversationId)
    const nothing = { error: '', files: [], leftOut: [], isNew: false, notGiven: [], ms }
    if (cell.signal.aborted) return { ...nothing, outcome: 'Stopped' }
    if (cause instanceof AppError && cause.code === 'engine.busy') return null
    log.warn('codeInterpreter.failed', {}, cause)
    return { ...nothing, outcome: 'Lost' }
  }

  return {
    run: (cell) =>
      cells.run(cell.conversationId, async () => {
        if (running >= MOST_AT_ONCE) return null
        running += 1
        const began = performance.now()
        try {
          return await runNow(cell)
        } catch (cause) {
          return endAfter(cell, cause, Math.round(performance.now() - began))
        } finally {
          running -= 1
        }
      }),
    // A session costs money from its first call.
    prepare: () => undefined,
    end(conversationId) {
      if (!used.delete(conversationId)) return
      const session = nameOf(conversationId)
      // What fails here goes with the session, which ends when it hasn’t been used for a while.
      service.execute(session, CLEAR, LOOK_SECONDS, new AbortController().signal).catch(() => undefined)
    },
    stop: async () => undefined,
  }
}

const Known = z.array(z.string()).nullable()

/** Returns what our own code printed at the end; undefined if it didn’t get that far. */
function printed(output: string): unknown {
  const line = output.trimEnd().split('\n').at(-1) ?? ''
  if (!line.startsWith(MARK)) return undefined
  try {
    return JSON.parse(line.slice(MARK.length)) as unknown
  } catch {
    return undefined
  }
}

/** Reads what a cell shows and how it ended. The code in the session can have written anything. */
async function readEnd(messages: Buffer, on: SessionCell['on']): Promise<CellEnd> {
  const received = new Received(on)
  try {
    for await (const message of readMessages(Readable.from([messages]), new Allowance())) {
      if (message.kind === 'done')
        return { ...received.end(), outcome: message.outcome, error: message.error.slice(0, 4000) }
      if (!received.take(message)) break
    }
  } catch {
    // It is too much.
  }
  return { ...received.end(), outcome: 'OutputLost', error: '' }
}
