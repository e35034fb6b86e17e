import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { baseFirst } from './build/baseFirst.ts'
import { firstPaint } from './build/firstPaint.ts'
import { modernFonts } from './build/modernFonts.ts'
import { pdfFiles } from './build/pdfFiles.ts'
import { preloadChat } from './build/preloadChat.ts'

/**
 * Small parts of other features that the chat shows at once: their calls, hooks, and English texts. As separate
 * chunks, they would be twenty requests.
 */
const besideTheChat = [
  '(agentDiscovery|brandTheme|currentUser|instance|personalAgents|prompts|snapshots)/data/\\w+',
  '(agents|agentFields|instanceSettings)/data/api',
  'agentDiscovery/(lang/en|[^/]+)',
  '(personalAgents|prompts|snapshots)/(lang/en|use\\w+|CreatePersonalAgentButton)',
  'frame/navigation/\\w+',
  'shell/panels/use\\w+',
  'openers/openTour',
].join('|')

/** The chat's own features, without the parts that they load later. */
const chatRooms = 'agentAvatars|chat|chatModel|composer|firstRun|shortcuts|thread'

/** What only pages with sign-in load. */
const signIn =
  'session|token|tokenRequests|signedIn|signedInCalls|signingOut|pathAfterLogin|loginPath|otherTabs|graphToken'

/** Matches the client's modules below `src`, by a pattern written with slashes. */
const ours = (pattern: string) => (id: string) =>
  new RegExp(`web/src/(${pattern})`).test(id.replaceAll('\\', '/'))

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  root: file('.'),
  plugins: [
    modernFonts(),
    react(),
    firstPaint(file('src/entries/first.js')),
    baseFirst('ui/base.css'),
    preloadChat(),
    pdfFiles(),
  ],
  // The server replaces this with a new nonce in every response.
  html: { cspNonce: '__NONCE__' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    // The content security policy forbids data: fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      input: {
        login: file('login.html'),
        index: file('index.html'),
        public: file('public.html'),
        redirect: file('redirect.html'),
      },
      output: {
        // The directory's pages, which no build creates, use this font, too, so its name is the same in every
        // build.
        assetFileNames: ({ names }) =>
          names.includes('bricolage-grotesque-latin-wght-normal.woff2')
            ? 'assets/bricolage-grotesque-5.woff2'
            : 'assets/[name]-[hash][extname]',
        // A common chunk of everything grew the login page from 134 to 425 kB. Small shared modules are grouped
        // only by kind, because on a slow connection each separate file costs part of a round trip.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
            { name: 'icons', test: /node_modules[\\/]lucide-react[\\/]/, minShareCount: 2 },
            {
              name: 'base',
              test: ours(
                `base|transport|session/(?!(${signIn})\\.)|lang|theme|features/frame/screens|ui/(use|lang/en|sidebar|Logo|errorText|loadLater)`,
              ),
              minShareCount: 2,
            },
            // Not on pages for visitors. After the base, because a group also takes what its modules import.
            { name: 'signIn', test: ours(`session/(${signIn})\\.`), minShareCount: 2 },
            // Shared by the chat's screens and by the brand editor, which shows them.
            {
              name: 'chat',
              test: ours(
                `features/((${chatRooms})/((stream|list|data|sources)/)?[^/]+\\.|(${chatRooms})/lang/en|thread/details/ExecutionDetailsHost|brandTheme|${besideTheChat})|ui/(pacing|files|scrollTo|pickList|SearchField)`,
              ),
              minShareCount: 2,
            },
            // Overlays on a page, which are never in a first frame.
            { name: 'parts', test: /node_modules[\\/]@(mui|emotion)[\\/]/, minShareCount: 2 },
          ],
        },
      },
    },
  },
})
