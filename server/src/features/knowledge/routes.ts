import { dataSources, retrievalDebugger } from '@parlance/contract/dataSources'
import { serve } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import type { createService } from './service.ts'

export function serveKnowledge(platform: Platform, service: ReturnType<typeof createService>): void {
  serve(platform, dataSources, {
    createLibrary: (call) => service.createLibrary(call),
    updateLibrary: (call) => service.updateLibrary(call),
    removeLibrary: (call) => service.removeLibrary(call),
    listDataSources: ({ actor, input }) => service.listDataSources(actor, input),
    getDataSource: ({ actor, params }) => service.getDataSource(actor, params.dataSourceId),
    listFiles: ({ actor, params, input }) => service.listFiles(actor, params.dataSourceId, input),
    uploadFile: (call) => service.uploadFile(call),
    removeFile: (call) => service.removeFile(call),
  })
  serve(platform, retrievalDebugger, {
    debugRetrieval: ({ actor, input }) => service.debugRetrieval(actor, input),
  })
}
