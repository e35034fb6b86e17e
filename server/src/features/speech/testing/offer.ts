/** A browser’s offer to receive sound and video. The browser isn’t there. */
export const OFFER = `v=0
o=- 5837493391241917394 2 IN IP4 127.0.0.1
s=-
t=0 0
a=group:BUNDLE 0 1
m=audio 9 UDP/TLS/RTP/SAVPF 111
c=IN IP4 0.0.0.0
a=rtcp:9 IN IP4 0.0.0.0
a=ice-ufrag:gauQ
a=ice-pwd:xc4WOsJc7TawPflt5axqQ8Rw
a=fingerprint:sha-256 6A:28:22:DA:E1:48:49:D5:3E:59:23:D3:C8:60:DA:D6:96:AF:BE:4A:D1:D4:90:77:2E:7A:51:3F:80:5B:5C:11
a=setup:actpass
a=mid:0
a=recvonly
a=rtcp-mux
a=rtpmap:111 opus/48000/2
m=video 9 UDP/TLS/RTP/SAVPF 96
c=IN IP4 0.0.0.0
a=rtcp:9 IN IP4 0.0.0.0
a=ice-ufrag:gauQ
a=ice-pwd:xc4WOsJc7TawPflt5axqQ8Rw
a=fingerprint:sha-256 6A:28:22:DA:E1:48:49:D5:3E:59:23:D3:C8:60:DA:D6:96:AF:BE:4A:D1:D4:90:77:2E:7A:51:3F:80:5B:5C:11
a=setup:actpass
a=mid:1
a=recvonly
a=rtcp-mux
a=rtpmap:96 VP8/90000
`.replaceAll('\n', '\r\n')
