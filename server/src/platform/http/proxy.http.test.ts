import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startTestApplication } from '../../testing/application.ts'
import { call } from '../../testing/client.ts'

const forwarded = { 'x-forwarded-for': '198.51.100.1, 203.0.113.9' }

test.each([
  ['0', '127.0.0.1'],
  ['1', '203.0.113.9'],
])(
  "with TRUST_PROXY=%s a caller can't choose the network that is counted and recorded",
  async (trust, network) => {
    const app = await startTestApplication({ environment: { TRUST_PROXY: trust } })
    try {
      const token = await app.token('anna')
      const path = '/api/internal/gptSystems/system/management'
      const refused = await call(app, path, { token, body: { name: 'Mine' }, headers: forwarded })
      expect(refused.status).toBe(403)
      const { rows } = await sql<{ network: string }>`select network from audit_entry
      where outcome = 'Refused'`.execute(app.platform.database.db)
      expect(rows).toEqual([{ network }])
    } finally {
      await app.remove()
    }
  },
)
