import { get, type IncomingMessage } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { memoryMib, startProduct } from '../../server/src/testing/product.ts'
import { answering, startScriptedProvider } from '../../server/src/testing/scriptedProvider.ts'
import { quantile, round } from '../../server/src/testing/statistics.ts'
import { startTcpProxy } from '../../server/src/testing/tcpProxy.ts'
import { publishAgent } from '../rig/agent.ts'
import { type Caller, type Conversed, converse, isClean, lineOf, tallyOf } from '../rig/reader.ts'
import { type Ground, type Injection, isAlive, many, startFor, wholeOf } from './injection.ts'

const alive = (pid: number) => (isAlive(pid) ? ', process alive' : ', PROCESS GONE')

/** Readers that pause for several seconds during 60,000 tokens, and one that doesn't. */
export const slowReaders: Injection = {
  name: 'slow readers',
  async run(ground) {
    const tokens = 60_000
    const { product, caller } = await startFor(ground, `fake-t${tokens}-d0`)
    const whole = wholeOf(tokens)
    const before = memoryMib(product.pid)
    const asked: Promise<Conversed>[] = []
    // A second reader of each answer reads nothing for three seconds while text arrives, then everything.
    const texts = await many(10, async () => {
      const ids = await new Promise<{ conversationId: string; segmentId: string }>((resolve) => {
        asked.push(converse(caller, { ms: 120_000, onIds: resolve }))
      })
      const path = `/api/internal/userConversations/${ids.conversationId}/segments/${ids.segmentId}/stream`
      return readAfterPause(`${product.origin}${path}`, caller.token, 3000)
    })
    const conversed = await Promise.all(asked)
    const tally = await tallyOf(caller, conversed, whole)
    tally.wrong += texts.filter((text) => text !== whole).length
    const peak = memoryMib(product.pid)
    const line = lineOf(this.name, tally, `, memory +${round(peak - before, 0)} MiB${alive(product.pid)}`)
    const clean = isClean(tally) && isAlive(product.pid)
    await product.stop()
    return [{ line, clean }]
  },
}

async function readAfterPause(address: string, token: string, ms: number): Promise<string> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(address, { headers: { authorization: `Bearer ${token}` }, agent: false }, (answer) =>
      resolve(answer.pause()),
    ).on('error', reject)
  })
  await wait(ms)
  const parts: Buffer[] = []
  for await (const part of response) parts.push(part as Buffer)
  return Buffer.concat(parts)
    .toString('utf8')
    .split('\n\n')
    .filter((block) => block.startsWith('event: response-updated'))
    .map((block) => (JSON.parse(block.slice(block.indexOf('data: ') + 6)) as { text: string }).text)
    .join('')
}

/** Client connections are cut at random moments, and the readers reconnect. */
export const clientCuts: Injection = {
  name: '[F3] [F4] client connections cut at random',
  async run(ground) {
    const tokens = 200
    const { product, caller } = await startFor(ground, `fake-t${tokens}-d20`)
    const front = await startTcpProxy(product.port)
    // The product is served under its own host name on any port, because the Host check recognizes loopback by
    // name.
    const through: Caller = { ...caller, origins: [`http://127.0.0.1:${front.port}`] }
    const asked = many(20 * ground.scale, () => converse(through, { ms: 90_000 }))
    let cuts = 0
    const cutter = setInterval(() => {
      cuts += 1
      front.cut()
    }, 350)
    const done = await Promise.race([
      asked,
      wait(3500).then(() => {
        clearInterval(cutter)
        return asked
      }),
    ])
    clearInterval(cutter)
    const tally = await tallyOf(caller, done, wholeOf(tokens))
    const connections = done.reduce((sum, one) => sum + one.connections, 0)
    const line = lineOf(this.name, tally, `, ${cuts} cuts, ${connections} connections${alive(product.pid)}`)
    const clean = isClean(tally) && isAlive(product.pid) && tally.statuses.Completed === tally.answers
    await front.close()
    await product.stop()
    return [{ line, clean }]
  },
}

/** 300 answers at once. */
export const threeHundred: Injection = {
  name: '300 streams',
  async run(ground) {
    const tokens = 100
    const { product, caller } = await startFor(ground, `fake-t${tokens}-d40`)
    const begun = performance.now()
    const done = await many(300, async (index) => {
      await wait(index * 10)
      return converse(caller, { ms: 120_000 })
    })
    const seconds = (performance.now() - begun) / 1000
    const tally = await tallyOf(caller, done, wholeOf(tokens))
    const line = lineOf(this.name, tally, `, ${round(seconds)} s${alive(product.pid)}`)
    const clean = isClean(tally) && isAlive(product.pid) && tally.statuses.Completed === 300
    await product.stop()
    return [{ line, clean }]
  },
}

/**
 * A provider sends 20 MB at once, next to normal answers. That exceeds the accepted answer length, so the
 * answer ends with an error and keeps its partial text.
 */
export const bursts: Injection = {
  name: 'bursts of 20 MB',
  async run(ground: Ground) {
    const provider = await startScriptedProvider()
    const piece = 'x'.repeat(1_000_000)
    provider.play(answering(Array.from({ length: 20 }, () => piece)))
    const tokens = 200
    const model = `fake-t${tokens}-d20`
    const databaseUrl = ground.cluster ? await ground.cluster.createDatabase() : null
    const product = await startProduct({
      ...(databaseUrl ? { databaseUrl } : {}),
      environment: {
        COMPATIBLE_BASE_URL: `http://127.0.0.1:${ground.upstream.port}/v1`,
        COMPATIBLE_DEPLOYMENTS: model,
        OPENAI_BASE_URL: provider.baseUrl,
        OPENAI_API_KEY: 'of-a-benchmark',
        OPENAI_DEPLOYMENTS: 'burst',
      },
    })
    const admin = await product.token('admin')
    const token = await product.token('anna')
    const usual: Caller = {
      origins: [product.origin],
      token,
      gptSystemId: await publishAgent(product, admin, model),
    }
    const bursting: Caller = { ...usual, gptSystemId: await publishAgent(product, admin, 'burst', 'OpenAI') }
    const asked = many(20, () => converse(usual, { ms: 90_000 }))
    await wait(500)
    const burst = await many(2 * ground.scale, () => converse(bursting, { ms: 90_000 }))
    const done = await asked
    const tally = await tallyOf(usual, done, wholeOf(tokens))
    const long = await tallyOf(bursting, burst, piece.repeat(20))
    const gaps = done.flatMap(({ lengths }) =>
      lengths.slice(1).map(({ at }, index) => at - (lengths[index]?.at ?? at)),
    )
    const finding = {
      line: `${lineOf(this.name, long)}; ${lineOf('beside them', tally)}, longest pause ${round(Math.max(...gaps), 0)} ms, p95 ${round(quantile(gaps, 0.95), 0)} ms${alive(product.pid)}`,
      clean:
        isClean(tally) &&
        isClean(long) &&
        isAlive(product.pid) &&
        long.statuses['Failed engine.malformed'] === burst.length &&
        tally.statuses.Completed === done.length,
    }
    await product.stop()
    await provider.close()
    return [finding]
  },
}

/** SIGTERM with open answers: short ones complete, long ones are interrupted with their last event. */
export const draining: Injection = {
  name: '[F2] draining',
  async run(ground) {
    const short = 'fake-t200-d20'
    const long = 'fake-t4000-d20'
    const started = await startFor(ground, short, {
      environment: { COMPATIBLE_DEPLOYMENTS: `${short},${long}` },
    })
    const { product, caller, options } = started
    const patient: Caller = {
      ...caller,
      gptSystemId: await publishAgent(product, await product.token('admin'), long),
    }
    const gone = new AbortController()
    const shorts = many(25, () => converse(caller, { ms: 60_000, signal: gone.signal }))
    const longs = many(25, () => converse(patient, { ms: 60_000, signal: gone.signal }))
    await wait(1500)
    const begun = performance.now()
    process.kill(product.pid, 'SIGTERM')
    await wait(200)
    const ready = await fetch(`${product.origin}/health/ready`).then(
      (answer) => answer.status,
      () => 0,
    )
    const code = await product.ended
    const seconds = (performance.now() - begun) / 1000
    gone.abort()
    const [ended, interrupted] = [await shorts, await longs]
    const again = await startProduct(options)
    const token = await again.token('anna')
    const tallies = [
      await tallyOf({ ...caller, token }, ended, wholeOf(200)),
      await tallyOf({ ...patient, token }, interrupted, wholeOf(4000)),
    ] as const
    await again.stop()
    const asTold =
      tallies[0].statuses.Completed === 25 &&
      tallies[1].statuses['Interrupted run.interrupted'] === 25 &&
      ready === 503 &&
      code === 0
    return [
      {
        line: `${lineOf(`${this.name}, short`, tallies[0])}; ${lineOf('long', tallies[1])}, ready told ${ready}, exit ${code} after ${round(seconds)} s`,
        clean: tallies.every(isClean) && asTold && seconds <= 25,
      },
    ]
  },
}
