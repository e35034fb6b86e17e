import { retrievalDebugger } from '@parlance/contract/retrievalDebugger'
import { serve } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import { createService, type Needs } from './service.ts'

/** Shows why a question finds what it finds in libraries, alone or as an agent searches them. */
export function retrievalDebuggerFeature(platform: Platform, needs: Needs): void {
  const { debugRetrieval } = retrievalDebugger
  serve(platform, { debugRetrieval }, createService(platform, needs))
}
