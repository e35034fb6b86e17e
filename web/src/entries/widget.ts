import { startWidget } from '../embed/widget.ts'

startWidget(document.currentScript as HTMLScriptElement | null, window)
