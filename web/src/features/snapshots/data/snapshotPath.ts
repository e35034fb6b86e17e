export const snapshotPath = (snapshotId: string): string => `/chat/shared/${encodeURIComponent(snapshotId)}`
