import type { TestApplication } from './application.ts'
import { call, ifMatch } from './client.ts'

/** Creates a library with one text file that is ready to be searched; returns its ID. */
export async function newLibrary(app: TestApplication, fileName: string, text: string): Promise<string> {
  const token = await app.token('admin')
  const { body } = await call<{ dataSourceId: string }>(app, '/api/internal/fileLibraries', {
    token,
    body: { name: `Library of ${fileName} ${Math.random()}` },
  })
  const form = new FormData()
  form.set('file', new File([text], fileName))
  const files = `/api/internal/dataSources/${body.dataSourceId}/files`
  await call(app, files, { token, body: form })
  const isReady = async () =>
    (await call<{ items: { state: string }[] }>(app, files, { token })).body.items[0]?.state === 'Ready'
  for (let tries = 0; tries < 600 && !(await isReady()); tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 50))
  return body.dataSourceId
}

/** Allows or forbids the use of a library on public pages. */
export async function setPublic(app: TestApplication, dataSourceId: string, mayBePublic: boolean) {
  const token = await app.token('admin')
  const { body } = await call<{ items: { dataSourceId: string; version: number }[] }>(
    app,
    '/api/internal/dataSources?pageSize=200',
    { token },
  )
  const version = body.items.find((one) => one.dataSourceId === dataSourceId)?.version
  return call<{ code?: string }>(app, `/api/internal/fileLibraries/${dataSourceId}`, {
    token,
    method: 'PUT',
    body: { mayBePublic },
    headers: ifMatch(version),
  })
}

/** The same as `newLibrary`, for public pages. */
export async function publicLibrary(app: TestApplication, fileName: string, text: string): Promise<string> {
  const dataSourceId = await newLibrary(app, fileName, text)
  const { status, body } = await setPublic(app, dataSourceId, true)
  if (status !== 200) throw new Error(`The library wasn't made public: ${JSON.stringify(body)}`)
  return dataSourceId
}
