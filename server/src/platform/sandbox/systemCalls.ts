/** The numbers of an architecture: how the kernel names it (`AUDIT_ARCH_…`), and its system calls. */
interface Architecture {
  id: number
  refused: readonly number[]
  socket: number
  mmap: number
  setsid: number
  setsockopt: number
}

/** The same everywhere, because they are newer than the common numbering. */
const newCalls = {
  ioUring: [425, 426, 427],
  mounts: [428, 429, 430, 431, 432, 433, 442],
  memfdSecret: 447,
  pidfdGetfd: 438,
}
const newer = [...newCalls.ioUring, ...newCalls.mounts, newCalls.memfdSecret, newCalls.pidfdGetfd]

/**
 * System calls that cells don't need. The first row holds memory that belongs to no process, so that no limit counts
 * it: `memfd_create`, `shmget`, `semget`, `msgget`, `mq_open`, `vmsplice`, `splice`, `tee`. The second are `bpf`,
 * `userfaultfd`, `perf_event_open`, `keyctl`, `add_key`, `request_key`, and `syslog`. The third are about mounts and
 * namespaces: `unshare`, `setns`, `mount`, `umount2`, `pivot_root`, `chroot`, `name_to_handle_at`,
 * `open_by_handle_at`, `fanotify_init`. The last reach into other processes or change mappings: `ptrace`,
 * `process_vm_readv`, `process_vm_writev`, `kcmp`, `remap_file_pages`.
 */
const architectures: Partial<Record<NodeJS.Architecture, Architecture>> = {
  x64: {
    id: 0xc000003e,
    refused: [
      ...[319, 29, 64, 68, 240, 278, 275, 276],
      ...[321, 323, 298, 250, 248, 249, 103],
      ...[272, 308, 165, 166, 155, 161, 303, 304, 300],
      ...[101, 310, 311, 312, 216],
      ...newer,
    ],
    socket: 41,
    mmap: 9,
    setsid: 112,
    setsockopt: 54,
  },
  arm64: {
    id: 0xc00000b7,
    refused: [
      ...[279, 194, 190, 186, 180, 75, 76, 77],
      ...[280, 282, 241, 219, 217, 218, 116],
      ...[97, 268, 40, 39, 41, 51, 264, 265, 262],
      ...[117, 270, 271, 272, 234],
      ...newer,
    ],
    socket: 198,
    mmap: 222,
    setsid: 157,
    setsockopt: 208,
  },
}

/** Instructions of the filter (classic BPF). */
const LOAD = 0x20
const IS = 0x15
const IS_AT_LEAST = 0x35
const HAS = 0x45
const AND = 0x54
const RETURN = 0x06
/** Where the kernel puts the call: its number, architecture, and arguments. */
const NUMBER = 0
const ARCHITECTURE = 4
const FIRST_ARGUMENT = 16
const THIRD_ARGUMENT = 32
const FOURTH_ARGUMENT = 40
/** What the filter returns. */
const ALLOW = 0x7fff0000
const REFUSE = 0x00050001
const DO_NOTHING = 0x00050000
const NO_SUCH_FAMILY = 0x00050061
/** Calls of x86-64 with other numbers for the same. */
const OTHER_NUMBERS = 0x40000000

/** `AF_UNIX`, `AF_INET`, and `AF_INET6`. Others, such as `AF_VSOCK`, aren't all limited to the network namespace. */
const families = [1, 2, 10]
/** The kernel's memory of a socket, which no limit of a process counts. */
const SEND_BUFFER = 7
const RECEIVE_BUFFER = 8
const MAP_ANONYMOUS = 0x20
const MAP_TYPE = 0x0f
const MAP_SHARED = 0x01
const MAP_SHARED_VALIDATE = 0x03

type Instruction = [code: number, whenTrue: number, whenFalse: number, value: number]

/**
 * Returns a filter that refuses what cells don't need, for `bwrap --seccomp`; null on an architecture whose numbers we
 * don't know. Memory that is shared and has no file is refused too, because its pages stay when a process gives them up.
 * `setsid` does nothing: each session has its own share of the processors, whatever the priority of its processes.
 */
export function systemCallFilter(name: NodeJS.Architecture = process.arch): Buffer | null {
  const architecture = architectures[name]
  if (!architecture) return null
  const { id, refused, socket, mmap, setsid, setsockopt } = architecture
  const program: Instruction[] = [
    [LOAD, 0, 0, ARCHITECTURE],
    [IS, 1, 0, id],
    [RETURN, 0, 0, REFUSE],
    [LOAD, 0, 0, NUMBER],
    [IS_AT_LEAST, 0, 1, OTHER_NUMBERS],
    [RETURN, 0, 0, REFUSE],
    ...refused.flatMap((number): Instruction[] => [
      [IS, 0, 1, number],
      [RETURN, 0, 0, REFUSE],
    ]),
    [IS, 0, 1, setsid],
    [RETURN, 0, 0, DO_NOTHING],
    [IS, 0, families.length + 3, socket],
    [LOAD, 0, 0, FIRST_ARGUMENT],
    ...families.map((family, at): Instruction => [IS, families.length - at, 0, family]),
    [RETURN, 0, 0, NO_SUCH_FAMILY],
    [RETURN, 0, 0, ALLOW],
    [IS, 0, 5, setsockopt],
    [LOAD, 0, 0, THIRD_ARGUMENT],
    [IS, 1, 0, SEND_BUFFER],
    [IS, 0, 1, RECEIVE_BUFFER],
    [RETURN, 0, 0, REFUSE],
    [RETURN, 0, 0, ALLOW],
    [IS, 0, 6, mmap],
    [LOAD, 0, 0, FOURTH_ARGUMENT],
    [HAS, 0, 4, MAP_ANONYMOUS],
    [AND, 0, 0, MAP_TYPE],
    [IS, 1, 0, MAP_SHARED],
    [IS, 0, 1, MAP_SHARED_VALIDATE],
    [RETURN, 0, 0, REFUSE],
    [RETURN, 0, 0, ALLOW],
  ]
  const bytes = Buffer.alloc(program.length * 8)
  program.forEach(([code, whenTrue, whenFalse, value], at) => {
    bytes.writeUInt16LE(code, at * 8)
    bytes.writeUInt8(whenTrue, at * 8 + 2)
    bytes.writeUInt8(whenFalse, at * 8 + 3)
    bytes.writeUInt32LE(value, at * 8 + 4)
  })
  return bytes
}
