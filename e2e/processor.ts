import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'

const worker = Number(process.env.VITEST_POOL_ID)

// Keeps this worker, its server, and its browser on one processor, if there is one for each worker. Where
// processors are virtual, programs that share memory across them spend a sixth more time. Without `taskset`,
// they run wherever the system puts them.
if (process.platform === 'linux' && worker <= availableParallelism())
  spawnSync('taskset', ['-acp', String(worker - 1), String(process.pid)])
