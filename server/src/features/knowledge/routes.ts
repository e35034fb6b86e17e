import { dataSources, retrievalDebugger } from '@parlance/contract/dataSources'
import { serve } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import type { createArchives } from './archives/archives.ts'
import type { createService } from './service.ts'

export function serveKnowledge(
  platform: Platform,
  service: ReturnType<typeof createService>,
  archives: ReturnType<typeof createArchives>,
): void {
  serve(platform, dataSources, {
    createLibrary: (call) => service.createLibrary(call),
    updateLibrary: (call) => service.updateLibrary(call),
    removeLibrary: (call) => service.removeLibrary(call),
    listDataSources: ({ actor, input }) => service.listDataSources(actor, input),
    getDataSource: ({ actor, params }) => service.getDataSource(actor, params.dataSourceId),
    listFiles: ({ actor, params, input }) => service.listFiles(actor, params.dataSourceId, input),
    getHealth: ({ actor, params }) => service.getHealth(actor, params.dataSourceId),
    listFolders: ({ actor, params }) => service.listFolders(actor, params.dataSourceId),
    uploadFile: (call) => service.uploadFile(call),
    uploadArchive: (call) => archives.uploadArchive(call),
    listArchives: ({ actor, params }) => archives.listArchives(actor, params.dataSourceId),
    listArchiveRefusals: ({ actor, params, input }) => archives.listArchiveRefusals(actor, params, input),
    removeArchive: (call) => archives.removeArchive(call),
    getFile: ({ actor, params }) => service.getFile(actor, params),
    getFileContent: ({ actor, params }) => service.getFileContent(actor, params),
    listPassages: ({ actor, params, input }) => service.listPassages(actor, params, input),
    retryFile: (call) => service.retryFile(call),
    changeFiles: (call) => service.changeFiles(call),
    pauseIndexing: (call) => service.pauseIndexing(call),
    reIndex: (call) => service.reIndex(call),
    removeFile: (call) => service.removeFile(call),
  })
  serve(platform, retrievalDebugger, {
    debugRetrieval: ({ actor, input }) => service.debugRetrieval(actor, input),
  })
}
