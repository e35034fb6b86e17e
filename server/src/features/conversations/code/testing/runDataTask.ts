import { randomUUID } from 'node:crypto'
import type { TestApplication } from '../../../../testing/application.ts'
import { send } from '../../../../testing/client.ts'
import type { ScriptedEngine } from '../../../../testing/scriptedEngine.ts'
import { type Asked, ask, attach, base } from '../../testing/asking.ts'
import type { DataTask } from './dataTasks.ts'

interface Analyst {
  app: TestApplication
  engine: ScriptedEngine
  token: string
  gptSystemId: string
}

/** Scripts a model that runs these cells one after another, and then answers. */
function playCells(engine: ScriptedEngine, cells: readonly string[]): void {
  const waiting = [...cells]
  engine.play(async (writer) => {
    const code = waiting.shift()
    if (code === undefined) return writer.text('Done.')
    return {
      finish: 'ToolCalls',
      toolCalls: [{ id: randomUUID(), name: 'run_python', input: JSON.stringify({ code }) }],
    }
  })
}

/** Asks the questions of a task in one conversation. Returns what is wrong with the result; null if nothing is. */
export async function failureOf(analyst: Analyst, task: DataTask): Promise<string | null> {
  const { app, engine, token, gptSystemId } = analyst
  const attachmentIds: string[] = []
  for (const [name, text] of Object.entries(task.files))
    attachmentIds.push(await attach(app, token, name, text, 'CodeInterpreter'))
  let asked: Asked | null = null
  for (const cells of task.questions) {
    playCells(engine, cells)
    const target = asked ? { conversationId: asked.conversationId } : { gptSystemId }
    asked = await ask(app, token, target, task.name, asked ? {} : { attachmentIds })
  }
  if (!asked) return 'it asks nothing'
  const shown = asked.segment.codeInterpreterResponse
  if (shown.includes('~~~~~~~~error\n')) return shown
  return wrongOutput(task, shown) ?? wrongChart(task, shown) ?? (await wrongFile(analyst, task, asked))
}

function wrongOutput({ prints }: DataTask, shown: string): string | null {
  if (prints === undefined) return null
  const printed = JSON.parse(/~~~~~~~~output\n(.*)\n/.exec(shown)?.[1] ?? 'null')
  return isSame(printed, prints)
    ? null
    : `printed ${JSON.stringify(printed)} instead of ${JSON.stringify(prints)}`
}

function wrongChart({ charts = {} }: DataTask, shown: string): string | null {
  const found = [...shown.matchAll(/~~~~~~~~chart\n(.*)\n/g)].flatMap(
    ([, json]) => JSON.parse(json ?? '[]') as { title: string; series: { x: unknown[]; y: unknown[] }[] }[],
  )
  if (found.length !== Object.keys(charts).length) return `${found.length} charts`
  for (const { title, series } of found) {
    const points = series.map(({ x, y }) => ({ x, y }))
    if (!isSame(points, charts[title])) return `the chart ${title} shows ${JSON.stringify(points)}`
  }
  return null
}

async function wrongFile(
  { app, token }: Analyst,
  { writes = {} }: DataTask,
  asked: Asked,
): Promise<string | null> {
  const { conversationId, conversationSegmentId, segment } = asked
  for (const [name, text] of Object.entries(writes)) {
    const offered = segment.codeInterpreterResponse.split(`[${name}](code-file:`)[1]?.slice(0, 36)
    if (!offered) return `${name} isn’t offered`
    const path = `${base}/${conversationId}/segments/${conversationSegmentId}/openAIFiles/${offered}`
    const written = await (await send(app, path, { token })).text()
    if (written !== text) return `${name} is ${JSON.stringify(written)}`
  }
  return null
}

/** Whether two JSON values are the same, except for the last digits of numbers. */
function isSame(one: unknown, other: unknown): boolean {
  if (typeof one === 'number' && typeof other === 'number')
    return Math.abs(one - other) <= 1e-9 * Math.max(1, Math.abs(other))
  if (typeof one !== 'object' || one === null || typeof other !== 'object' || other === null)
    return one === other
  const names = Object.keys(one)
  if (names.length !== Object.keys(other).length) return false
  return names.every((name) =>
    isSame((one as Record<string, unknown>)[name], (other as Record<string, unknown>)[name]),
  )
}
