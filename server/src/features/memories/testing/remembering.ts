import { randomUUID } from 'node:crypto'
import type { Answer } from '@parlance/contract/endpoint'
import type { memories } from '@parlance/contract/memories'
import type { TestApplication } from '../../../testing/application.ts'
import { call } from '../../../testing/client.ts'
import { changeSettings } from '../../../testing/instanceSettings.ts'

export const memoriesPath = '/api/internal/currentUser/memories'
export const memorySettingsPath = '/api/internal/currentUser/memorySettings'
export type ShownMemory = Answer<typeof memories.getMemory>
type Settings = Answer<typeof memories.getMemorySettings>
type Reachable = Pick<TestApplication, 'origin' | 'token'>

/** Lets the instance allow memory, if it doesn't. */
export async function allowMemory(app: Reachable, token: string): Promise<void> {
  const { body } = await call<Settings>(app, memorySettingsPath, { token })
  if (body.allowed) return
  const { status } = await changeSettings(app, { memoryAllowed: true })
  if (status !== 200) throw new Error(`The instance settings answered ${status}.`)
}

/** Turns memory on or off for a person. */
export async function turnMemory(app: Reachable, token: string, enabled: boolean): Promise<void> {
  const { status } = await call(app, memorySettingsPath, { token, method: 'PUT', body: { enabled } })
  if (status !== 200) throw new Error(`${memorySettingsPath} answered ${status}.`)
}

export async function listMemories(app: Reachable, token: string): Promise<ShownMemory[]> {
  const { body } = await call<{ items: ShownMemory[] }>(app, `${memoriesPath}?pageSize=200`, { token })
  return body.items
}

/** Adds a memory and returns its ID. */
export async function addMemory(
  app: Reachable,
  token: string,
  text = `Likes ${randomUUID()}`,
): Promise<string> {
  const { status, body } = await call<{ memoryId: string }>(app, memoriesPath, { token, body: { text } })
  if (status !== 200) throw new Error(`${memoriesPath} answered ${status}: ${JSON.stringify(body)}`)
  return body.memoryId
}
