// What the page itself says. What the service says comes from the service.
export const WORDS = {
  lt: {
    skip: "Prie žinutės", why: "Kodėl?", anew: "Naujas", anewTitle: "Naujas pokalbis", label: "Jūsų žinutė", send: "Siųsti",
    placeholder: "Kas neveikia?", typing: "Taisa rašo", you: "Jūs", taisa: "Taisa",
    sources: "Šaltiniai", reasons: "Kodėl taip atsakyta", ticket: "Kreipinio numeris", choices: "Atsakymai",
    waiting: "Laukiame iki {time}. Parašykite anksčiau, jei jau padaryta.", ready: "Jau galima tęsti. Parašykite, kaip sekėsi.",
    unsent: "Žinutė neišsiųsta.", retry: "Bandyti dar kartą", offline: "Nėra ryšio su paslauga.",
    fault: "Nepavyko: {detail}", closed: "Pokalbis baigtas.", gone: "Ankstesnio pokalbio nebėra, pradedame naują.",
    with_person: "Perduota kolegai.", escalated: "Perduota kolegoms.", resolved: "Išspręsta.",
    assumed_resolved: "Laikome išspręsta.", waitingState: "Laukiame Jūsų.", open: "",
    keyTitle: "Reikia rakto", keyText: "Ši paslauga atsako tik su prieigos raktu.", keyLabel: "Raktas", keySend: "Tęsti",
  },
  en: {
    skip: "To the message", why: "Why?", anew: "New", anewTitle: "New conversation", label: "Your message", send: "Send",
    placeholder: "What is not working?", typing: "Taisa is writing", you: "You", taisa: "Taisa",
    sources: "Sources", reasons: "Why this answer", ticket: "Request number", choices: "Answers",
    waiting: "Waiting until {time}. Write earlier if it is done.", ready: "You can go on now. Tell us how it went.",
    unsent: "The message was not sent.", retry: "Try again", offline: "The service cannot be reached.",
    fault: "That did not work: {detail}", closed: "This conversation is closed.",
    gone: "The earlier conversation is gone; starting a new one.",
    with_person: "Passed to a colleague.", escalated: "Passed to colleagues.", resolved: "Solved.",
    assumed_resolved: "Taken as solved.", waitingState: "Waiting for you.", open: "",
    keyTitle: "A key is needed", keyText: "This service answers only with an access key.", keyLabel: "Key", keySend: "Go on",
  },
};
