import { beforeEach, expect, it, vi } from 'vitest'
import { fakeStorage } from '../testing/fakeStorage.ts'

vi.stubGlobal('sessionStorage', fakeStorage())
const { countTokenRequest } = await import('./tokenRequests.ts')
beforeEach(() => sessionStorage.clear())

it('[R-9-009] reports the fourth request within 30 s, then starts counting again', () => {
  const told = [0, 1000, 2000, 29_999, 30_000].map(countTokenRequest)
  expect(told).toEqual([false, false, false, true, false])
})

it('[R-4-008] [R-9-008] starts counting again 30 s after the first request', () => {
  const told = [0, 1000, 2000, 30_000, 31_000, 32_000, 33_000].map(countTokenRequest)
  expect(told).toEqual([false, false, false, false, false, false, true])
})
