// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, it, vi } from 'vitest'
import { usePicture } from './pictures.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
let unmount = () => {}
afterEach(() => act(() => unmount()))

const load = vi.fn(async (name: string) => `blob:${name}`)
function Picture({ name }: { name: string }) {
  const { address } = usePicture({ name, load: () => load(name) })
  return <img alt={name} src={address ?? undefined} />
}

const place = document.body.appendChild(document.createElement('div'))
const root = createRoot(place)
unmount = () => root.unmount()
const show = async (...names: string[]) => {
  await act(async () => root.render(names.map((name) => <Picture key={name} name={name} />)))
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
}
const numbered = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => `picture-${from + at}`)

it('never drops a picture that is on the page, and drops those not shown for longest', async () => {
  const revoke = vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {})
  await show('kept', ...numbered(0, 150))
  await show('kept', ...numbered(150, 150))
  await show('kept', ...numbered(300, 150))
  const revoked = revoke.mock.calls.map(([address]) => address)
  expect(revoked).not.toContain('blob:kept')
  expect(revoked).toContain('blob:picture-0')
  expect(revoked).not.toContain('blob:picture-449')
  expect(place.querySelector('img')?.src).toBe('blob:kept')
})
