import { describe, expect, test } from 'vitest'
import { readError, readErrorText, refusalOf, refusedParameter } from './refusals.ts'

const openAi = (code: string | null, message = 'x', type = 'invalid_request_error') => ({
  error: { message, type, param: null, code },
})

describe('a provider’s refusal', () => {
  test.each<[status: number, body: unknown, code: string]>([
    [
      429,
      openAi('insufficient_quota', 'You exceeded your current quota', 'insufficient_quota'),
      'engine.credit',
    ],
    [429, openAi('billing_hard_limit_reached'), 'engine.credit'],
    [402, openAi('invalid_request_error', 'Insufficient Balance'), 'engine.credit'],
    [402, { error: { code: 402, message: 'Your account has insufficient credits' } }, 'engine.credit'],
    [429, openAi('rate_limit_exceeded', 'Rate limit reached', 'requests'), 'engine.busy'],
    [
      400,
      openAi('context_length_exceeded', "This model's maximum context length is 8192"),
      'engine.contextLength',
    ],
    [
      400,
      { object: 'error', message: "This model's maximum context length is 4096 tokens.", code: 400 },
      'engine.contextLength',
    ],
    [
      400,
      {
        error: {
          code: 400,
          message: 'the request exceeds the available context size',
          type: 'exceed_context_size_error',
        },
      },
      'engine.contextLength',
    ],
    [404, openAi('model_not_found', 'The model `x` does not exist'), 'engine.deployment'],
    [403, openAi('model_not_found', 'Project does not have access to model `x`'), 'engine.deployment'],
    [404, { error: "model 'x' not found, try pulling it first" }, 'engine.deployment'],
    [400, { error: { message: 'x is not a valid model ID', code: 400 } }, 'engine.deployment'],
    [400, { error: { message: 'The model x does not exist.' } }, 'engine.deployment'],
    [401, openAi('invalid_api_key'), 'engine.key'],
    [401, { error: { code: '401', message: 'Access denied due to invalid subscription key' } }, 'engine.key'],
    [
      400,
      [{ error: { code: 400, message: 'API key not valid. Please pass a valid API key.' } }],
      'engine.key',
    ],
    [400, openAi('content_policy_violation'), 'engine.filtered'],
    [
      403,
      { error: { code: 403, message: 'The model requires moderation on this prompt' } },
      'engine.filtered',
    ],
    [400, { error: { code: 'content_filter', message: 'x' } }, 'engine.filtered'],
    [400, { error: { innererror: { code: 'ResponsibleAIPolicyViolation' } } }, 'engine.filtered'],
    [408, {}, 'engine.failed'],
    [409, {}, 'engine.failed'],
    [502, null, 'engine.failed'],
    [503, openAi('x'), 'engine.busy'],
    [400, openAi('x', 'something', 'api_error'), 'engine.refused'],
    [418, 7, 'engine.refused'],
    [302, '', 'engine.refused'],
  ])('is mapped for status %i with %j', (status, body, code) => {
    expect(refusalOf(readErrorText(status, JSON.stringify(body))).code).toBe(code)
  })

  test.each([
    ['<html>502 Bad Gateway</html>', 502, 'engine.failed'],
    ['', 500, 'engine.failed'],
    ['{"error":', 400, 'engine.refused'],
    ['Your credit balance is too low', 400, 'engine.credit'],
  ])('with a body that is not JSON, %j, is mapped by its status and words', (text, status, code) => {
    expect(refusalOf(readErrorText(status, text)).code).toBe(code)
  })

  test.each<[body: unknown, code: string]>([
    [{ error: { code: 429, message: 'Rate limited upstream' } }, 'engine.busy'],
    [{ error: { code: 502, message: 'Provider returned error' } }, 'engine.failed'],
    [{ type: 'error', error: { type: 'overloaded_error', message: 'x' } }, 'engine.busy'],
    [{ error: { type: 'server_error', message: 'x' } }, 'engine.failed'],
    [{ error: openAi('context_length_exceeded').error }, 'engine.contextLength'],
    [{ error: 'something broke' }, 'engine.failed'],
    [{ error: true }, 'engine.failed'],
  ])('is mapped for %j inside a stream', (body, code) => {
    expect(refusalOf(readError(null, body)).code).toBe(code)
  })
})

describe('the parameter that a provider rejects', () => {
  const sent = ['frequency_penalty', 'temperature', 'tools', 'top_p']
  const error = (message: string, status = 400) => readError(status, { error: { message } })

  test('is found by its name only if the message objects to it', () => {
    expect(refusedParameter(error('top_p is not supported'), sent)).toBe('top_p')
    expect(refusedParameter(error('Unknown name "frequency_penalty": Cannot find field.'), sent)).toBe(
      'frequency_penalty',
    )
    expect(refusedParameter(error('The temperature in Lyon is high'), sent)).toBe(null)
    expect(refusedParameter(error('unsupported: stop'), sent)).toBe(null)
  })

  test('is null if the request as a whole was not the problem', () => {
    expect(refusedParameter(error('temperature is not supported', 500), sent)).toBe(null)
    expect(refusedParameter(error('temperature is not supported', 429), sent)).toBe(null)
  })
})
