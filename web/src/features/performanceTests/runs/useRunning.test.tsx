// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { fakeReplies, json } from '../../../testing/fakeServer.ts'
import { show, until, untilShown } from '../../../testing/screen.tsx'
import { useRunning } from './useRunning.ts'

const performanceTestId = '019ab3c2-5f00-7000-8000-000000000001'
const run = (phase: string) => ({ runId: 'r1', performanceTestId, phase, done: 0, total: 1 })

function Shown() {
  return <p>{useRunning(performanceTestId) ? 'running' : 'idle'}</p>
}

it('reads again what shows the runs of a test if a run ends before it is read for the first time', async () => {
  let isListed = true
  const { calls } = fakeReplies({
    [`/performanceTests/${performanceTestId}/runs`]: () =>
      json({ items: [run(isListed ? 'Running' : 'Completed')], continuationToken: null }),
    [`/performanceTests/${performanceTestId}/runs/r1`]: () => {
      isListed = false
      return json(run('Completed'))
    },
  })
  show(<Shown />)
  await untilShown('idle')
  const lists = () => calls.filter(({ path }) => new URL(path, 'http://localhost').pathname.endsWith('/runs'))
  await until(() => expect(lists()).toHaveLength(2))
})
