/**
 * A browser with a microphone that is silent until `window.voice(true)`, and that can be refused (`window.refuses`). Players
 * note when they begin and pause (`window.sounds`).
 */
export const microphone = `
  navigator.mediaDevices.getUserMedia = async () => {
    if (window.refuses) throw new DOMException('refused', window.refuses)
    const context = new AudioContext()
    const source = context.createOscillator()
    const gain = context.createGain()
    const place = context.createMediaStreamDestination()
    gain.gain.value = 0
    source.connect(gain).connect(place)
    source.start()
    window.voice = (isOn) => { gain.gain.value = isOn ? 0.8 : 0 }
    window.microphone = place.stream
    return place.stream
  }
  window.sounds = []
  for (const name of ['play', 'pause']) {
    const original = HTMLMediaElement.prototype[name]
    HTMLMediaElement.prototype[name] = function () {
      window.sounds.push({ name, at: performance.now() })
      return original.call(this)
    }
  }
  delete window.webkitSpeechRecognition
  delete window.SpeechRecognition
`
