import { createChatCompletionsEngine } from './chatCompletions.ts'
import type { Engine } from './engine.ts'
import type { WireEngineNeeds } from './wireEngine.ts'

/** Azure's own name for its interface without dated versions. */
export const azureCurrentVersion = 'v1'

/**
 * OpenAI's models at Azure. `v1` asks below `/openai/v1`, where the body names the deployment; a dated version such
 * as `2024-10-21` asks below `/openai/deployments/…`, where the address does.
 */
export function createAzureOpenAiEngine(
  settings: { baseUrl: string; apiKey: string; apiVersion: string },
  needs: WireEngineNeeds,
): Engine {
  // Azure shows addresses with and without their end; both are taken.
  const endpoint = settings.baseUrl.replace(/\/+$/, '').replace(/\/openai(\/v1)?$/, '')
  const version = encodeURIComponent(settings.apiVersion)
  return createChatCompletionsEngine(
    {
      url:
        settings.apiVersion === azureCurrentVersion
          ? () => `${endpoint}/openai/v1/chat/completions`
          : (deploymentName) =>
              `${endpoint}/openai/deployments/${encodeURIComponent(deploymentName)}/chat/completions?api-version=${version}`,
      headers: { 'api-key': settings.apiKey },
      maxTokensField: 'max_completion_tokens',
      returnsThinking: false,
    },
    needs,
  )
}
