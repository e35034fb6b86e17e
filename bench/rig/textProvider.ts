import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { token as word } from '../yardstick/fake-upstream.mjs'

const TOKENS = 5000
const EVERY_MS = 1
const TOKEN_LENGTH = 4

const section = (number: number): string => `## ${number}. Delays and what is owed

A passenger may ask for **compensation** from \`60\` minutes of delay, whatever its cause: the carrier's *duty* does not depend on a fault. Read [the terms](https://example.com/terms/${number}) for the small print.

1. Keep the ticket until the claim is settled.
2. Ask within three months of the journey.
   - Online, with the number of the ticket.
   - At any staffed counter.

| Delay | Share | Least amount |
|---|--:|--:|
| 60 min | 25 % | 4 EUR |
| 120 min | 50 % | 4 EUR |

\`\`\`ts
function share(minutes: number): number {
  if (minutes >= 120) return 0.5
  return minutes >= 60 ? 0.25 : 0
}
\`\`\`

> Weather and strikes are no excuse since the rules of 2023, except where nobody could have acted.

`

const technicalSection = (number: number): string => `## Step ${number}

With $v_{${number}}$ the value and $w_{${number}}$ its weeks of delay, the claim is

$$
C_{${number}} = \\sum_{i=1}^{${number}} v_i \\cdot \\min\\left(\\frac{w_i}{200}, \\frac{1}{20}\\right)
$$

so that \\(w_{${number}} \\ge 10\\) weeks reach the cap:

\`\`\`python
def claim_${number}(weeks: list[int], values: list[float]) -> float:
    total = 0.0
    for week, value in zip(weeks, values):
        total += value * min(week * 0.005, 0.05)  # § 7.3
    return total
\`\`\`

`

const technical = Array.from({ length: 50 }, (_, index) => technicalSection(index + 1)).join('')
const markdown = Array.from({ length: 40 }, (_, index) => section(index + 1)).join('')

const inTokens = (text: string): string[] =>
  Array.from({ length: TOKENS }, (_, index) => text.slice(index * TOKEN_LENGTH, (index + 1) * TOKEN_LENGTH))

/**
 * Texts of 5,000 tokens each (20,000 characters): typical model output, the same with code and formulas, and
 * one endless paragraph of 5,000 words.
 */
const tokens = {
  markdown: inTokens(markdown),
  technical: inTokens(technical),
  paragraph: Array.from({ length: TOKENS }, (_, index) => word(index)),
}
export type TextModel = keyof typeof tokens
export const textModels = Object.keys(tokens) as TextModel[]

/**
 * Starts a compatible provider that answers every question with its model's text, at 1,000 tokens per second.
 */
export async function startTextProvider(): Promise<{ port: number; stop(): void }> {
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const { model } = JSON.parse(body) as { model: TextModel }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    write(response, tokens[model])
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { port: (server.address() as AddressInfo).port, stop: () => void server.close() }
}

function write(response: ServerResponse, all: readonly string[]): void {
  const begun = performance.now()
  let at = 0
  const timer = setInterval(() => {
    // Due times are absolute, so a late timer catches up.
    const due = Math.min(all.length, Math.floor((performance.now() - begun) / EVERY_MS))
    for (; at < due; at += 1) response.write(event({ content: all[at] }))
    if (at < all.length) return
    clearInterval(timer)
    response.write(event({}, 'stop'))
    response.end('data: [DONE]\n\n')
  }, EVERY_MS)
  response.on('close', () => clearInterval(timer))
}

const event = (delta: object, finish: string | null = null): string =>
  `data: ${JSON.stringify({ id: 'a', object: 'chat.completion.chunk', created: 1, choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`
