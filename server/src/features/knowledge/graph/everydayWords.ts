/** English words that often begin a sentence, or that forms and headings capitalize. None of them is a name alone. */
export const everydayWords: ReadonlySet<string> = new Set(
  `according across additionally afterwards ago ahead along alongside already also although altogether always among
  amongst annex another anyone anything appendix apart around article as ask at away back because become besides best
  better beyond both brief bring broad but call can cannot cases certain chapter check choose click close compared
  consequently considering contact contents contrary copy could critics currently customers data date dear december
  description despite different documents due each earlier early eight eleven email employees end ensure enter
  especially even eventually every everyone example examples except few figure final finally find first five follow
  following for former four from full fully further furthermore general generally get give given go good great had half
  hence here high however if important in include including increasing indeed initially inside instead introduction is
  it its just keep known last late later latter less let like likewise line list little long look made main make many
  may maybe meanwhile members might mine modern more moreover most mostly much must name near nearly never nevertheless
  new next nine no none nor normally note notes nothing notwithstanding now number occasionally often old once one only
  open or order original originally other others otherwise our outside overall owing own page part particularly past
  people perhaps please possible previous previously prior provided put question questions quite rather read recent
  recently regarding related remember required research results say scholars scientists second section see select
  send set seven several shall she should show similar similarly simply since six so some someone something sometimes
  soon special start states step still subsequently such summary sure table take ten thank thanks that their then there
  thereafter thereby therefore these they third this those though thousands three through throughout thus to today
  together too total toward towards two type typically under unless unlike until unto up upon upper use used users
  using usually various very via warning ways well were what whatever when whenever where whereas wherever whether
  which while who whoever whole whose why will with within without would year years yes yet you your`.split(
    /\s+/,
  ),
)
