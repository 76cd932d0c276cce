/// The contents of the circular code on a bill (code specification §6).
public enum CashCode {}
