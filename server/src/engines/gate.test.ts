import { describe, expect, test, vi } from 'vitest'
import { type Caller, Gate } from './gate.ts'

const far = () => performance.now() + 60_000

function caller(askedBy = '', signal = new AbortController().signal): Caller & { waits: (number | null)[] } {
  const waits: (number | null)[] = []
  return { askedBy, signal, onWait: (seconds) => void waits.push(seconds), waits }
}

/** Lets resolved promises run. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

describe('the gate of a deployment', () => {
  test('admits a fixed number at once, and the next one, told that it is waiting, when one leaves', async () => {
    const gate = new Gate(2)
    const leave = await gate.enter(caller(), far())
    await gate.enter(caller(), far())
    const third = caller()
    let entered = false
    void gate.enter(third, far()).then(() => {
      entered = true
    })
    await settle()
    expect({ entered, waits: third.waits }).toEqual({ entered: false, waits: [null] })
    leave()
    leave()
    await settle()
    expect(entered).toBe(true)
    const fourth = caller()
    void gate.enter(fourth, far())
    expect(fourth.waits).toEqual([null])
  })

  test('gives turns per user, not per call', async () => {
    const gate = new Gate(1)
    let leave = await gate.enter(caller('anna'), far())
    const order: string[] = []
    for (const name of ['anna 1', 'anna 2', 'anna 3', 'ben 1', 'ben 2', 'chloe 1']) {
      void gate.enter(caller(name.split(' ')[0]), far()).then((left) => {
        order.push(name)
        leave = left
      })
    }
    for (let turn = 0; turn < 6; turn += 1) {
      leave()
      await settle()
    }
    expect(order).toEqual(['anna 1', 'ben 1', 'chloe 1', 'anna 2', 'ben 2', 'anna 3'])
  })

  test('removes callers who stop waiting or wait too long', async () => {
    const gate = new Gate(1)
    const leave = await gate.enter(caller(), far())
    const stop = new AbortController()
    const stopped = gate.enter(caller('', stop.signal), far())
    stop.abort(new Error('stopped'))
    await expect(stopped).rejects.toThrow('stopped')
    await expect(gate.enter(caller(), performance.now() + 20)).rejects.toMatchObject({ code: 'engine.busy' })
    leave()
    const free = caller()
    await gate.enter(free, far())
    expect(free.waits).toEqual([])
  })

  test('limits its queue', async () => {
    const gate = new Gate(1)
    await gate.enter(caller(), far())
    const waiting = Array.from({ length: 10 }, () => gate.enter(caller(), performance.now() + 50))
    await expect(gate.enter(caller(), far())).rejects.toMatchObject({ code: 'engine.busy' })
    for (const one of await Promise.allSettled(waiting)) expect(one.status).toBe('rejected')
  })
})

describe('a provider that asks for a pause', () => {
  test('is called by one when the pause is over, and by the others once that one is answered', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    try {
      const gate = new Gate(10)
      gate.refused(2_000)
      const callers = Array.from({ length: 3 }, () => caller())
      let passed = 0
      for (const one of callers) {
        void gate.pass(one, far()).then(() => {
          passed += 1
        })
      }
      expect(callers.map((one) => one.waits)).toEqual([[2], [2], [2]])
      await vi.advanceTimersByTimeAsync(1_990)
      expect(passed).toBe(0)
      await vi.advanceTimersByTimeAsync(20)
      expect(passed).toBe(1)
      await vi.advanceTimersByTimeAsync(2_000)
      expect(passed).toBe(1)
      gate.answered(0)
      await vi.advanceTimersByTimeAsync(0)
      expect(passed).toBe(3)
    } finally {
      vi.useRealTimers()
    }
  })

  test('is called by another if the first attempt gets no response', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    try {
      const gate = new Gate(10)
      gate.refused(0)
      await gate.pass(caller(), far())
      let passed = false
      void gate.pass(caller(), far()).then(() => {
        passed = true
      })
      await vi.advanceTimersByTimeAsync(4_900)
      expect(passed).toBe(false)
      await vi.advanceTimersByTimeAsync(200)
      expect(passed).toBe(true)
      const third = gate.pass(caller(), far())
      gate.released()
      await expect(third).resolves.toBeUndefined()
    } finally {
      vi.useRealTimers()
    }
  })

  test('is called less and less often if it keeps refusing', async () => {
    const gate = new Gate(10)
    for (let refusal = 0; refusal < 4; refusal += 1) gate.refused(1_000)
    const late = caller()
    await expect(gate.pass(late, performance.now() + 3_500)).rejects.toMatchObject({ code: 'engine.busy' })
    const stop = new AbortController()
    const patientOne = caller('', stop.signal)
    const passing = gate.pass(patientOne, far())
    expect(patientOne.waits).toEqual([4])
    stop.abort(new Error('stopped'))
    await expect(passing).rejects.toThrow('stopped')
  })
})
