import { expect, test } from 'vitest'
import { importError } from './importRules.ts'

const rule = (from: string, to: string, typeOnly = false) => importError({ from, to, typeOnly })

test('an import from a higher floor of the client fails', () => {
  const web = 'web/src/features'
  expect(rule('web/src/ui/Logo.tsx', 'web/src/session/auth.ts')).toBeNull()
  expect(rule('web/src/ui/Logo.tsx', `${web}/users/data/api.ts`)).toBe('web: data is above ui')
  expect(rule(`${web}/users/data/api.ts`, `${web}/users/Person.tsx`)).toBe('web: users is above data')
  expect(rule(`${web}/composer/Composer.tsx`, `${web}/thread/Thread.tsx`)).toBe(
    'web: thread is above composer',
  )
  expect(rule(`${web}/chat/ChatPage.tsx`, 'web/src/app/App.tsx')).toBe('web: app is above chat')
  expect(rule(`${web}/thread/Thread.tsx`, `${web}/composer/Composer.tsx`)).toBeNull()
})

test('a client screen that no floor lists is above the shared rooms and next to other screens', () => {
  const page = 'web/src/features/someNewScreen/Page.tsx'
  expect(rule(page, 'web/src/features/chat/ChatPage.tsx')).toBeNull()
  expect(rule('web/src/app/Screens.tsx', page)).toBeNull()
  expect(rule('web/src/features/chat/ChatPage.tsx', page)).toBe('web: someNewScreen is above chat')
  expect(rule(page, 'web/src/features/analytics/DashboardPage.tsx')).toBe(
    'web: someNewScreen and analytics are on the same floor',
  )
})

test('an import from a higher floor of the server fails, types included', () => {
  const server = 'server/src'
  expect(rule(`${server}/platform/log/log.ts`, `${server}/features/users/index.ts`, true)).toBe(
    'server: features is above platform',
  )
  expect(rule(`${server}/engines/builtin.ts`, `${server}/directory/directory.ts`)).toBe(
    'server: engines and directory are on the same floor',
  )
  expect(rule(`${server}/features/users/index.ts`, `${server}/platform/log/log.ts`)).toBeNull()
  expect(rule(`${server}/features/users/index.ts`, `${server}/features/agents/store.ts`)).toBe(
    'a feature is imported through its index.ts only',
  )
})

test('an import from a higher floor of the platform fails', () => {
  const platform = 'server/src/platform'
  expect(rule(`${platform}/audit/audit.ts`, `${platform}/http/call.ts`)).toBe(
    'server/platform: http is above audit',
  )
  expect(rule(`${platform}/runs/runs.ts`, `${platform}/http/serve.ts`)).toBe(
    'server/platform: http is above runs',
  )
  expect(rule(`${platform}/runs/runs.ts`, `${platform}/feeds/feeds.ts`)).toBe(
    'server/platform: runs and feeds are on the same floor',
  )
  expect(rule(`${platform}/http/serve.ts`, `${platform}/runs/entry.ts`)).toBeNull()
  expect(rule(`${platform}/newRoom/a.ts`, `${platform}/log/log.ts`)).toBe(
    'server/platform: no floor lists newRoom (tools/importRules.ts)',
  )
})

test('an import from a higher floor within the conversations fails', () => {
  const conversations = 'server/src/features/conversations'
  expect(rule(`${conversations}/record/store.ts`, `${conversations}/answering/answering.ts`)).toBe(
    'server/features/conversations: answering is above record',
  )
  expect(rule(`${conversations}/answering/answering.ts`, `${conversations}/record/store.ts`)).toBeNull()
})

test('the server imports no benchmarks, not even in its tests', () => {
  expect(rule('server/src/features/auditLog/kills.http.test.ts', 'bench/rig/product.ts')).toContain(
    'imports no benchmarks',
  )
})
