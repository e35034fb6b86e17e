import { CircleAlert, Megaphone, Wrench } from 'lucide-react'

export const importanceIcons = { Info: Megaphone, Important: CircleAlert, Maintenance: Wrench }
