export declare const token: (index: number) => string
