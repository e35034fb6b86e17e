import { dataSources } from '@parlance/contract/dataSources'
import { uploadedFileSources } from '@parlance/contract/uploadedFileSources'
import { serve } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import type { createArchives } from './archives/archives.ts'
import type { createSources } from './endpoints/sources.ts'
import type { createGraphEstimate } from './graph/estimate.ts'
import type { createGraphExploring } from './graph/exploring.ts'
import type { createScans } from './scans/scans.ts'
import type { createService } from './service.ts'
import type { createEstimate } from './vectors/estimate.ts'

export function serveKnowledge(
  platform: Platform,
  service: ReturnType<typeof createService> &
    ReturnType<typeof createGraphExploring> &
    ReturnType<typeof createSources> &
    ReturnType<typeof createEstimate> &
    ReturnType<typeof createGraphEstimate> &
    ReturnType<typeof createArchives> &
    ReturnType<typeof createScans>,
): void {
  serve(platform, dataSources, {
    createLibrary: (call) => service.createLibrary(call),
    updateLibrary: (call) => service.updateLibrary(call),
    removeLibrary: (call) => service.removeLibrary(call, call.params.fileLibraryId),
    listDataSources: ({ actor, input }) => service.listDataSources(actor, input),
    getDataSource: ({ actor, params }) => service.getDataSource(actor, params.dataSourceId),
    listFiles: ({ actor, params, input }) => service.listFiles(actor, params.dataSourceId, input),
    getHealth: ({ actor, params }) => service.getHealth(actor, params.dataSourceId),
    listFolders: ({ actor, params }) => service.listFolders(actor, params.dataSourceId),
    uploadFile: (call) => service.uploadFile(call),
    uploadArchive: (call) => service.uploadArchive(call),
    listArchives: ({ actor, params }) => service.listArchives(actor, params.dataSourceId),
    listArchiveRefusals: ({ actor, params, input }) => service.listArchiveRefusals(actor, params, input),
    removeArchive: (call) => service.removeArchive(call),
    getFile: ({ actor, params }) => service.getFile(actor, params),
    getFileContent: ({ actor, params }) => service.getFileContent(actor, params),
    listPassages: ({ actor, params, input }) => service.listPassages(actor, params, input),
    getGraph: ({ actor, params, input }) => service.getGraph(actor, params.dataSourceId, input),
    listEntityPassages: ({ actor, params, input }) => service.listEntityPassages(actor, params, input),
    viewPassage: ({ actor, params, input }) => service.viewPassage(actor, params, input),
    retryFile: (call) => service.retryFile(call),
    changeFiles: (call) => service.changeFiles(call),
    pauseIndexing: (call) => service.pauseIndexing(call),
    reIndex: (call) => service.reIndex(call),
    estimateGraph: ({ actor, params }) => service.estimateGraph(actor, params.dataSourceId),
    estimateReIndex: ({ actor, params }) => service.estimateReIndex(actor, params.dataSourceId),
    getOcr: ({ actor, params }) => service.getOcr(actor, params.dataSourceId),
    scanFiles: (call) => service.scanFiles(call),
    listScannedPages: ({ actor, params, input }) => service.listScannedPages(actor, params, input),
    changeScan: (call) => service.changeScan(call),
    removeFile: (call) => service.removeFile(call),
  })
  serve(platform, uploadedFileSources, {
    listSources: ({ actor, params, input }) => service.listSources(actor, params.endpointsType, input),
    createSource: (call) => service.createSource(call),
    getSource: ({ actor, params }) => service.getSource(actor, params.endpointsType, params.dataSourceId),
    updateSource: (call) => service.updateSource(call),
    removeSource: (call) => service.removeLibrary(call, call.params.dataSourceId),
    probeEndpoints: ({ actor, input }) => service.probeEndpoints(actor, input),
  })
}
