import type { Product } from '../../server/src/testing/product.ts'

interface Created {
  gptSystem: { gptSystemId: string }
  configuration: { configStateId: string }
}

/** Creates and publishes an agent for one deployment of the compatible provider. Returns its ID. */
export async function publishAgent(
  product: Product,
  admin: string,
  deploymentName: string,
  languageEngine = 'OpenAICompatible',
  capabilityTypes?: string[],
): Promise<string> {
  const management = '/api/internal/gptSystems/system/management'
  const send = async (method: string, path: string, body: object) => {
    const headers = {
      authorization: `Bearer ${admin}`,
      'content-type': 'application/json',
      'if-match': '"1"',
    }
    const answer = await fetch(`${product.origin}${path}`, { method, headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as Created
  }
  const created = await send('POST', management, { name: 'Bench' })
  const gptSystemConfigurationStateId = created.configuration.configStateId
  await send('PUT', `/api/internal/gptSystems/configurationStates/${gptSystemConfigurationStateId}`, {
    languageEngine,
    deploymentName,
    ...(capabilityTypes && { capabilityTypes }),
  })
  const { gptSystemId } = created.gptSystem
  await send('PUT', `${management}/${gptSystemId}/publishing`, { gptSystemConfigurationStateId })
  return gptSystemId
}
